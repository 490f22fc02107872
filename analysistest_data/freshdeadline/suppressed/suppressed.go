// Package suppressed holds suppressions of deadlines that start anew.
package suppressed

import (
	"net"
	"time"
)

func dial(addr string) (net.Conn, error) {
	for {
		//retryvet:ignore freshdeadline the process is killed from outside
		start := time.Now()
		conn, err := net.Dial("tcp", addr)
		if err == nil || time.Since(start) > time.Minute {
			return conn, err
		}
		time.Sleep(time.Second)
	}
}

func once(addr string) (net.Conn, error) {
	start := time.Now()
	for {
		//retryvet:ignore freshdeadline the deadline is that of all // want `^//retryvet:ignore freshdeadline suppresses nothing here: remove it$`
		conn, err := net.Dial("tcp", addr)
		if err == nil || time.Since(start) > time.Minute {
			return conn, err
		}
		time.Sleep(time.Second)
	}
}
