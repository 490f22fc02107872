package silent

import (
	"net"
	"time"
)

func again(f func() error) (err error) {
	for range 5 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A function that makes one that retries does not retry itself.
func dialer(addr string) func() (net.Conn, error) {
	return func() (conn net.Conn, err error) {
		err = again(func() error {
			conn, err = net.Dial("tcp", addr)
			return err
		})
		return conn, err
	}
}

type link struct{ dial func() (net.Conn, error) }

func prepare(addr string) *link { return &link{dial: dialer(addr)} }

func send(addr string) error {
	return again(func() error {
		l := prepare(addr)
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return err
		}
		conn.Close()
		_ = l
		return nil
	})
}
