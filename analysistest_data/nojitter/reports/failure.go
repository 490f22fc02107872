package reports

import (
	"errors"
	"net"
	"time"
)

// refused is an error that says nothing of time.
type refused struct {
	code byte
	conn net.Conn
}

func (r *refused) Error() string { return "refused" }

// greeter has the delay itself.
type greeter struct {
	pause time.Duration
}

func (g *greeter) greet(conn net.Conn, buf []byte) error {
	if _, err := conn.Read(buf); err != nil {
		return &refused{buf[0], conn}
	}
	return nil
}

// What is read off the error is no delay.
func (g *greeter) again(conn net.Conn, buf []byte) error {
	for range 9 {
		err := g.greet(conn, buf)
		var r *refused
		if !errors.As(err, &r) || r.code > 7 {
			return err
		}
		time.Sleep(g.pause) // want `has no jitter`
	}
	return errors.New("refused")
}
