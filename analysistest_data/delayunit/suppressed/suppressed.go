// Package suppressed holds suppressions at the delay.
package suppressed

import (
	"net"
	"time"
)

func dial(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(1) //retryvet:ignore delayunit it only yields
	}
	return nil, err
}

func fine(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) //retryvet:ignore delayunit it only yields // want `suppresses nothing`
	}
	return nil, err
}
