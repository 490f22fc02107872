package silent

import (
	"context"
	"log"
	"net"
	"time"
)

// The only wait that a timer ends follows a success: it is no delay between
// attempts that failed.
func handOver(addr string, conns chan<- net.Conn, taken <-chan struct{}) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			pause, cancel := context.WithTimeout(context.Background(), time.Second)
			<-pause.Done()
			cancel()
			continue
		}
		conns <- conn
		select {
		case <-taken:
		case <-time.After(2 * time.Second):
			log.Print("nobody took it")
		}
	}
}
