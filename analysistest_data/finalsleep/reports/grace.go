package reports

import (
	"log"
	"net"
	"time"
)

type failures struct{ last error }

func (f *failures) add(err error) {
	if err != nil {
		f.last = err
	}
}

// The failures are recorded: it is a retry, though the same follows.
func recorded(addr string, f *failures) {
	for range 10 {
		c, err := net.Dial("tcp", addr)
		f.add(err)
		if err == nil {
			c.Close()
			break
		}
		time.Sleep(time.Second) // want `is passed after the last attempt`
	}
	log.Println("starting", f.last)
}
