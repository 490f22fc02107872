package reports

import (
	"context"
	"net"
	"time"
)

func ownDeadline(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		pause, cancel := context.WithTimeout(context.Background(), time.Second)
		<-pause.Done() // want `^the delay of 1s between attempts of net\.Dial has no jitter`
		cancel()
	}
	return nil, err
}
