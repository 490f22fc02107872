package silent

import (
	"context"
	"time"
)

// What has passed ends it: the last wait uses up what is left.
func untilPassed(send func() error, total time.Duration) (err error) {
	const step = time.Second
	for passed := step; passed < total; passed += step {
		if err = send(); err == nil {
			return nil
		}
		time.Sleep(step)
	}
	return err
}

// The next delay is looked at before it is passed.
func asked(send func() error, longest time.Duration) error {
	delay := time.Second
	for {
		err := send()
		if err == nil || delay >= longest {
			return err
		}
		time.Sleep(delay)
		delay *= 2
	}
}

// Once more when the delay has become too long.
func lastOfAll(ctx context.Context, longest time.Duration, send func(context.Context) error) error {
	for delay := time.Second; delay < longest; delay *= 2 {
		if send(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delay):
		}
	}
	return send(ctx)
}

// The second list is asked when the first gives nothing.
func lookUp(look, lookElsewhere func(string) ([]string, error), key string, schedule []time.Duration) ([]string, error) {
	for _, delay := range schedule {
		if values, err := look(key); err == nil && len(values) > 0 {
			return values, nil
		}
		time.Sleep(delay)
	}
	return lookElsewhere(key)
}
