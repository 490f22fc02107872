// Package suppressed holds suppressions at the wait.
package suppressed

import (
	"net"
	"time"
)

func sameLine(addr string) (net.Conn, error) {
	for delay := time.Second; ; delay *= 2 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay) //retryvet:ignore delaycap it is a demonstration
	}
}

func nothing(addr string) (net.Conn, error) {
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) //retryvet:ignore delaycap it is a demonstration // want `suppresses nothing here: remove it`
	}
}
