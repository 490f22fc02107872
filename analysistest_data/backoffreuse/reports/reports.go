// Package reports holds growing delays that no success makes short again.
package reports

import (
	"context"
	"net"
	"time"
)

const maxDelay = time.Minute

func serve(ctx context.Context, addr string, handle func(net.Conn) error) {
	delay := time.Second
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(delay)
			delay = min(2*delay, maxDelay) // want `delay grows with each failure of net.Dial and is not set back after a success`
			continue
		}
		_ = handle(conn)
	}
}

func counted(ctx context.Context, addr string, handle func(net.Conn) error) {
	failures := 0
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			failures++ // want `failures grows with each failure`
			time.Sleep(min(time.Second<<min(failures, 6), maxDelay))
			continue
		}
		_ = handle(conn)
	}
}

// It is held down, which is not set back.
func held(ctx context.Context, addr string, handle func(net.Conn) error) {
	delay := time.Second
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(delay)
			delay *= 2 // want `is not set back`
			if delay > maxDelay {
				delay = maxDelay
			}
			continue
		}
		_ = handle(conn)
	}
}
