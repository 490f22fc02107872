package forms

import (
	"net"
	"time"
)

func conditionBoth(addr string) (conn net.Conn, err error) {
	for n := 0; n == 0 || err != nil && n < 4; n++ { // site: bound=attempts delay=constant jitter=no wait=sleep
		if conn, err = net.Dial("tcp", addr); err != nil {
			time.Sleep(time.Second)
		}
	}
	return conn, err
}
