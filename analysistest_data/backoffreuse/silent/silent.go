// Package silent holds growing delays that begin again.
package silent

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
			delay = min(2*delay, maxDelay)
			continue
		}
		delay = time.Second
		_ = handle(conn)
	}
}

func afterHandling(ctx context.Context, addr string, handle func(net.Conn) error) {
	failures := 0
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			failures++
			time.Sleep(min(time.Second<<min(failures, 6), maxDelay))
			continue
		}
		if handle(conn) == nil {
			failures = 0
		}
	}
}

// A retry ends by its success.
func dial(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay = min(2*delay, maxDelay)
	}
	return nil, err
}

// It grows in the first rounds, whether they fail or not.
func rampUp(ctx context.Context, addr string, handle func(net.Conn) error) {
	delay := time.Second
	for ctx.Err() == nil {
		if conn, err := net.Dial("tcp", addr); err == nil {
			_ = handle(conn)
		}
		time.Sleep(delay)
		delay = min(2*delay, maxDelay)
	}
}

// Somebody else sets it back.
func handedOn(ctx context.Context, addr string, handle func(net.Conn, *time.Duration) error) {
	delay := time.Second
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(delay)
			delay = min(2*delay, maxDelay)
			continue
		}
		_ = handle(conn, &delay)
	}
}

func inLiteral(ctx context.Context, addr string, handle func(net.Conn, func()) error) {
	delay := time.Second
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			time.Sleep(delay)
			delay = min(2*delay, maxDelay)
			continue
		}
		_ = handle(conn, func() { delay = time.Second })
	}
}

// The delay is made in each round.
func constant(ctx context.Context, addr string, handle func(net.Conn) error) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			delay := time.Second
			delay *= 2
			time.Sleep(delay)
			continue
		}
		_ = handle(conn)
	}
}

// It is set back where the last success lasted longer than the delay.
func lasted(ctx context.Context, addr string, handle func(net.Conn) error) {
	delay := time.Second
	var last time.Time
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			if time.Since(last) > delay {
				delay = time.Second
			}
			time.Sleep(delay)
			if delay < maxDelay {
				delay *= 2
			}
			continue
		}
		last = time.Now()
		_ = handle(conn)
	}
}

// A round begins with the wait, and the first success ends them all.
func untilJoined(ready func() bool, join func() (net.Conn, error), bye func() error) net.Conn {
	delay := time.Second
	for {
		time.Sleep(delay)
		delay = min(2*delay, maxDelay)
		if !ready() {
			continue
		}
		conn, err := join()
		if err == nil {
			return conn
		}
		if err = bye(); err != nil {
			continue
		}
	}
}
