package silent

import (
	"context"
	"log"
	"net"
	"time"
)

// The end of a context of the loop's own is the wait, and whoever is handed its
// cancel function may cut it short. The wait after a success is another matter.
func supervised(addr string, interrupts func(cancel func()) (forget func()), serve func(net.Conn), wanted, served <-chan struct{}) {
	for {
		await(wanted)
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			pause, cancel := context.WithTimeout(context.Background(), time.Second)
			forget := interrupts(cancel)
			<-pause.Done()
			forget()
			cancel()
			continue
		}
		serve(conn)
		select {
		case <-served:
		case <-time.After(2 * time.Second):
		}
	}
}

func await(wanted <-chan struct{}) {
	for {
		if _, open := <-wanted; open {
			return
		}
	}
}
