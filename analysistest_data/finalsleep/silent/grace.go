package silent

import (
	"log"
	"net"
	"time"
)

// The server is given ten seconds to come up, and the same follows.
func warmUp(addr string) {
	for range 10 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
			break
		}
		time.Sleep(time.Second)
	}
	log.Println("starting")
}
