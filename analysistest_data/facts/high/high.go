// Package high calls retriers that are two packages away.
package high

import (
	"context"
	"net"

	"facts/mid"
)

func constant(addr string) error {
	return mid.WithRetry("db", func() error { // site: kind=helper bound=attempts attempts=4 delay=constant jitter=no wait=library
		_, err := net.Dial("tcp", addr)
		return err
	})
}

func parameters(ctx context.Context, host string) (string, error) {
	return mid.Get(ctx, 7, func(ctx context.Context) (string, error) { // site: kind=helper bound=attempts,ctx attempts=7 delay=exponential capped=yes jitter=yes wait=library reach=ctx
		names, err := net.DefaultResolver.LookupHost(ctx, host)
		if err != nil {
			return "", err
		}
		return names[0], nil
	})
}

func withoutEnd(addr string) {
	mid.Always(func() error { // site: kind=helper delay=constant jitter=no wait=library
		_, err := net.Dial("tcp", addr)
		return err
	})
}

func nested(addr string) error {
	return mid.WithRetry("db", func() error { // site: kind=helper bound=attempts attempts=4 delay=constant jitter=no wait=library inner=mid.Dial
		_, err := mid.Dial(addr)
		return err
	})
}

// Facts of a package that is not imported do not reach this one in all drivers,
// so none uses them.
func byHand(addr string) error {
	return mid.New().Do(func() error {
		_, err := net.Dial("tcp", addr)
		return err
	})
}
