// Package suppressed holds suppressions at the wait.
package suppressed

import (
	"context"
	"net"
	"time"
)

func lineAbove(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		//retryvet:ignore ctxsleep the lock must not be given up early
		time.Sleep(time.Second)
	}
	return nil, err
}

func unused(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		//retryvet:ignore ctxsleep it used to sleep // want `^//retryvet:ignore ctxsleep suppresses nothing here: remove it$`
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}
