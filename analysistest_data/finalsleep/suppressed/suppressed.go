// Package suppressed holds suppressions of a wait after the last attempt.
package suppressed

import (
	"net"
	"time"
)

func sameLine(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) //retryvet:ignore finalsleep the caller must not come back at once
	}
	return nil, err
}

func withoutReason(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		/* want `has no reason` */ //retryvet:ignore finalsleep
		time.Sleep(time.Second)    // want `passed after the last attempt`
	}
	return nil, err
}
