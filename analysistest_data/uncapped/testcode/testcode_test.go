package testcode

import (
	"net"
	"testing"
	"time"
)

func TestConnect(t *testing.T) {
	for {
		conn, err := net.Dial("tcp", t.Name())
		if err == nil {
			conn.Close()
			return
		}
		time.Sleep(time.Second)
	}
}
