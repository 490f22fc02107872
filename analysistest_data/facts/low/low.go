// want package:`^\{package low \("facts/low"\) Client.Do retries its parameter 0 \(attempts 4, constant, jitter no, bound attempts\) Do retries its parameter 0 \(attempts 4, constant, jitter no, bound attempts\) Forever retries its parameter 0 \(attempts 0, constant, jitter no, bound \) Times retries its parameter 2 \(attempts 0, exponential, jitter yes, bound attempts\|ctx\)\}$`

// Package low holds retriers.
package low

import (
	"context"
	"math/rand/v2"
	"time"
)

// Do tries four times, a second apart.
func Do(op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Times tries n times with jitter, until ctx ends.
func Times[T any](ctx context.Context, n int, op func(context.Context) (T, error)) (v T, err error) {
	delay := 100 * time.Millisecond
	for i := 0; i < n; i++ {
		if v, err = op(ctx); err == nil {
			return v, nil
		}
		select {
		case <-ctx.Done():
			return v, ctx.Err()
		case <-time.After(rand.N(delay)):
		}
		delay = min(2*delay, time.Minute)
	}
	return v, err
}

// Forever has no end.
func Forever(op func() error) {
	for op() != nil {
		time.Sleep(time.Minute)
	}
}

// Client retries by its method.
type Client struct{}

// Do tries four times, a second apart.
func (Client) Do(op func() error) error { return Do(op) }
