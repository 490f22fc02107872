// Package retry tries again.
package retry

import (
	"context"
	"time"
)

// Do calls f until it succeeds, so many times, and waits twice as long each time.
func Do(ctx context.Context, attempts int, f func() error) error {
	delay := 100 * time.Millisecond
	for i := 1; ; i++ {
		err := f()
		if err == nil || i >= attempts {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delay):
		}
		delay *= 2
	}
}
