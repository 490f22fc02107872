// Package retriers hands functions to retriers of its own.
package retriers

import (
	"context"
	"math/rand/v2"
	"net"
	"time"
)

func do(op func() error) (err error) {
	for range 4 { // site: bound=attempts attempts=4 delay=constant jitter=no wait=sleep
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func doTimes(ctx context.Context, n int, op func(context.Context) error) (err error) {
	for i := 0; i < n; i++ { // site: bound=attempts,ctx delay=exponential capped=no jitter=yes wait=after-cancellable reach=ctx
		if err = op(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second<<i + rand.N(time.Second)):
		}
	}
	return err
}

func literal(addr string) error {
	return do(func() error { // site: kind=helper bound=attempts attempts=4 delay=constant jitter=no wait=sleep
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return err
		}
		return conn.Close()
	})
}

type client struct{ addr string }

func (c *client) ping() error {
	conn, err := net.Dial("tcp", c.addr)
	if err != nil {
		return err
	}
	return conn.Close()
}

func methodValue(c *client) error {
	return do(c.ping) // site: kind=helper bound=attempts attempts=4 delay=constant jitter=no wait=sleep
}

func variable(addr string) error {
	op := func() error {
		_, err := net.LookupHost(addr)
		return err
	}
	return do(op) // site: kind=helper bound=attempts attempts=4 delay=constant jitter=no wait=sleep
}

func times(ctx context.Context, addr string) error {
	return doTimes(ctx, 9, func(ctx context.Context) error { // site: kind=helper bound=attempts,ctx attempts=9 delay=exponential capped=no jitter=yes wait=after-cancellable reach=ctx
		_, err := net.DefaultResolver.LookupHost(ctx, addr)
		return err
	})
}
