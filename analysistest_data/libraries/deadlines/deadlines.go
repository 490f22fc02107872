// Package deadlines gives retriers of libraries a deadline that cannot hold their
// delays, and one that can.
package deadlines

import (
	"context"
	"net"
	"time"

	"github.com/avast/retry-go/v4"
	sethvargo "github.com/sethvargo/go-retry"
)

func dial(ctx context.Context, addr string) error {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	return conn.Close()
}

// By default there are ten attempts, and the nine waits between them begin with 100ms and
// double: the fourth ends after 1.5s, all of them after 51.1s.
func defaults(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return retry.Do(func() error { return dial(ctx, addr) }, retry.Context(ctx)) // want `^ctx ends after 1s, which holds 4 of the 10 attempts where the waits between them are the longest: these grow and take 51.1s together$`
}

// Five seconds hold half of them: 100ms x (2^6 - 1) is more.
func half(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return retry.Do(func() error { return dial(ctx, addr) }, retry.Context(ctx))
}

// 1s, 2s, 4s and 8s.
func doubled(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	b := sethvargo.WithMaxRetries(4, sethvargo.NewExponential(time.Second))
	return sethvargo.Do(ctx, b, func(ctx context.Context) error { return sethvargo.RetryableError(dial(ctx, addr)) }) // want `^ctx ends after 2s, which holds 2 of the 5 attempts where the waits between them are the longest: these grow and take 15s together$`
}

func enough(ctx context.Context, addr string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	b := sethvargo.WithMaxRetries(4, sethvargo.NewExponential(time.Second))
	return sethvargo.Do(ctx, b, func(ctx context.Context) error { return sethvargo.RetryableError(dial(ctx, addr)) })
}
