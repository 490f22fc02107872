// Package suppressed holds suppressions at the draw.
package suppressed

import (
	"math/rand"
	"net"
	"time"
)

func dial(addr string) (conn net.Conn, err error) {
	r := rand.New(rand.NewSource(1))
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		//retryvet:ignore badrand the simulation repeats its delays
		time.Sleep(time.Duration(r.Int63n(int64(time.Second))))
	}
	return nil, err
}

func fine(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(rand.Int63n(int64(time.Second)))) //retryvet:ignore badrand it is random // want `suppresses nothing`
	}
	return nil, err
}
