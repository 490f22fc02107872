// Package suppressed holds suppressions at the wait.
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
		time.Sleep(time.Second) //retryvet:ignore nojitter there is only one client
	}
	return nil, err
}

func lineAbove(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		//retryvet:ignore uncapped,nojitter there is only one client
		time.Sleep(time.Second)
	}
	return nil, err
}

// A suppression at the loop is not one at the wait.
func atLoop(addr string) (conn net.Conn, err error) {
	//retryvet:ignore nojitter there is only one client // want `^//retryvet:ignore nojitter suppresses nothing here: remove it$`
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) // want `has no jitter`
	}
	return nil, err
}

func withoutReason(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		//retryvet:ignore nojitter // want `^//retryvet:ignore nojitter has no reason and so suppresses nothing: write one after the check's name$`
		time.Sleep(time.Second) // want `has no jitter`
	}
	return nil, err
}
