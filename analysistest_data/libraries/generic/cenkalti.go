// Package generic hands operations to libraries that retry any function.
package generic

import (
	"context"
	"net"

	backoff4 "github.com/cenkalti/backoff/v4"
	"github.com/cenkalti/backoff/v5"
)

func dial(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write([]byte("hello"))
	return err
}

func v4Default(addr string) error {
	op := func() error { return dial(addr) }
	return backoff4.Retry(op, backoff4.NewExponentialBackOff()) // site: kind=helper bound=elapsed delay=exponential capped=yes jitter=yes wait=library
}

func v4Retries(addr string) error {
	op := func() error { return dial(addr) }
	return backoff4.Retry(op, backoff4.WithMaxRetries(backoff4.NewExponentialBackOff(), 4)) // site: kind=helper bound=attempts,elapsed attempts=5 delay=exponential capped=yes jitter=yes wait=library
}

func v4Context(ctx context.Context, addr string) error {
	op := func() error { return dial(addr) }
	return backoff4.Retry(op, backoff4.WithContext(backoff4.NewExponentialBackOff(), ctx)) // site: kind=helper bound=elapsed,ctx delay=exponential capped=yes jitter=yes wait=library reach=ctx
}

func v5Default(ctx context.Context, addr string) error {
	_, err := backoff.Retry(ctx, func() (bool, error) { return true, dial(addr) }) // site: kind=helper bound=elapsed,ctx delay=exponential capped=yes jitter=yes wait=library reach=ctx
	return err
}

func v5Tries(ctx context.Context, addr string) error {
	_, err := backoff.Retry(ctx, func() (bool, error) { return true, dial(addr) }, backoff.WithMaxTries(6)) // site: kind=helper bound=attempts,elapsed,ctx attempts=6 delay=exponential capped=yes jitter=yes wait=library reach=ctx
	return err
}
