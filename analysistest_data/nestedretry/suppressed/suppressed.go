// Package suppressed holds a suppression at the outer loop.
package suppressed

import (
	"net"
	"time"

	"nestedretry/inner"
)

func known(addr string) (conn net.Conn, err error) {
	for range 5 { //retryvet:ignore nestedretry the device needs a minute to come up
		if conn, err = inner.Dial(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func unused(addr string) (conn net.Conn, err error) {
	//retryvet:ignore nestedretry it was so once // want `^//retryvet:ignore nestedretry suppresses nothing here: remove it$`
	for range 5 {
		if conn, err = inner.Once(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
