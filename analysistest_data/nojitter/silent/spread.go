package silent

import (
	"log"
	"math/rand/v2"
	"net"
	"time"
)

// A second, random wait stands on every way to the next attempt.
func (z *zone) transfers(stop <-chan struct{}) {
	expire, retry := time.NewTicker(z.expire), time.NewTicker(z.retry)
	defer expire.Stop()
	defer retry.Stop()
	for {
		select {
		case <-stop:
			return
		case <-expire.C:
			z.expired = true
		case <-retry.C:
			time.Sleep(rand.N(2 * time.Second))
			conn, err := net.Dial("tcp", z.master)
			if err != nil {
				log.Print(err)
				continue
			}
			z.conn = conn
			return
		}
	}
}

type zone struct {
	master        string
	expire, retry time.Duration
	expired       bool
	conn          net.Conn
}

// The random wait comes on top of the other one.
func onTop(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(5 * time.Second)
		time.Sleep(rand.N(time.Second))
	}
}
