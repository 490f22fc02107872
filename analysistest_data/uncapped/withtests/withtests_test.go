package withtests

import (
	"net"
	"testing"
	"time"
)

func TestConnect(t *testing.T) {
	for { // want `^this retry of net\.Dial has no end: `
		conn, err := net.Dial("tcp", t.Name())
		if err == nil {
			conn.Close()
			return
		}
		time.Sleep(time.Second)
	}
}
