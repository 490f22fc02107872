// Package suppressed holds suppressions where the delay grows.
package suppressed

import (
	"context"
	"net"
	"time"
)

func serve(ctx context.Context, addr string, handle func(net.Conn) error) {
	delay := time.Second
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(delay)
			delay = min(2*delay, time.Minute) //retryvet:ignore backoffreuse it may stay slow
			continue
		}
		_ = handle(conn)
	}
}

func fine(ctx context.Context, addr string, handle func(net.Conn) error) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(time.Second) //retryvet:ignore backoffreuse it may stay slow // want `suppresses nothing`
			continue
		}
		_ = handle(conn)
	}
}
