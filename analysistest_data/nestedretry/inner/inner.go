// Package inner is the lowest of three layers that retry.
package inner

import (
	"net"
	"time"
)

// Dial tries three times.
func Dial(addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Twice tries two times.
func Twice(addr string) (conn net.Conn, err error) {
	for range 2 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Once does not retry.
func Once(addr string) (net.Conn, error) { return net.Dial("tcp", addr) }

// Client is a client with a retry of its own.
type Client struct{ Addr string }

// Ping tries four times.
func (c *Client) Ping() (err error) {
	for i := 0; i < 4; i++ {
		var conn net.Conn
		if conn, err = net.Dial("tcp", c.Addr); err == nil {
			return conn.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Pinger has one implementation, which retries.
type Pinger interface{ Ping() error }
