// Package suppressed holds a suppression at the case.
package suppressed

import (
	"context"
	"net"
	"time"
)

func last(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 3 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done(): //retryvet:ignore ctxslip the goodbye has to be sent even then, and the peer is local
		case <-time.After(time.Second):
		}
	}
	return nil, err
}
