// Package helpers is imported by tests only: it imports testing.
package helpers

import (
	"net"
	"testing"
	"time"
)

func Connect(t testing.TB, addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
}
