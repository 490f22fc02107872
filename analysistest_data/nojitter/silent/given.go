package silent

import (
	"net"
	"time"
)

type options struct {
	pause     time.Duration
	pauseFunc func(attempt int) time.Duration
}

func (p *options) next(attempt int) time.Duration {
	if p.pauseFunc != nil {
		return p.pauseFunc(attempt)
	}
	return p.pause
}

// Whoever configures it may give it a random delay.
func configured(p *options, addr string) (conn net.Conn, err error) {
	for n := range 9 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(p.next(n))
	}
	return nil, err
}

// What requests take differs by more than the delay.
func blink(addr string) net.Conn {
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		time.Sleep(5 * time.Millisecond)
	}
}
