// Package all holds what is reported with -nestedretry.all only.
package all

import (
	"context"
	"net"
	"time"
)

func forever(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func innerWithoutLimit(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 2 { // want `^attempts multiply: forever, which itself retries \(all\.forever\): each of 2 attempts retries without a fixed limit$`
		if conn, err = forever(ctx, addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
