package silent

import (
	"errors"
	"fmt"
	"net"
	"time"
)

// busy is an error that says when to come back.
type busy struct {
	pause time.Duration
}

func (b *busy) Error() string            { return fmt.Sprint("busy for ", b.pause) }
func (b *busy) comeBack() time.Duration  { return b.pause }
func (b *busy) from(conn net.Conn) error { conn.SetDeadline(time.Now().Add(b.pause)); return b }
func greet(conn net.Conn, buf []byte) error {
	if _, err := conn.Read(buf); err != nil {
		return (&busy{time.Duration(buf[0]) * time.Second}).from(conn)
	}
	return nil
}

// The other side said by its answer how long to wait.
func saidByField(conn net.Conn, buf []byte) error {
	for range 9 {
		err := greet(conn, buf)
		var b *busy
		if !errors.As(err, &b) {
			return err
		}
		time.Sleep(b.pause)
	}
	return errors.New("still busy")
}

// By a method, and by way of a variable.
func saidByMethod(conn net.Conn, buf []byte) error {
	for range 9 {
		err := greet(conn, buf)
		b, ok := err.(*busy)
		if !ok {
			return err
		}
		pause := min(b.comeBack(), time.Minute)
		time.Sleep(pause)
	}
	return errors.New("still busy")
}
