package reports

import (
	"math/rand/v2"
	"net"
	"time"
)

// The random wait is not on every way to the next attempt.
func sometimes(addr string, busy func() bool) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(5 * time.Second) // want `^the delay of 5s between attempts of net\.Dial has no jitter`
		if busy() {
			time.Sleep(rand.N(time.Second))
		}
	}
}

// Of two tickers the one counts that brings the attempt.
func (z *zone) refreshes(stop <-chan struct{}) {
	expire, retry := time.NewTicker(z.expire), time.NewTicker(z.retry)
	defer expire.Stop()
	defer retry.Stop()
	for {
		select { // want `^the delay \(z\.retry\) between attempts of net\.Dial has no jitter`
		case <-stop:
			return
		case <-expire.C:
			z.expired = true
		case <-retry.C:
			conn, err := net.Dial("tcp", z.master)
			if err != nil {
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
