package reports

import (
	"context"
	"errors"
	"time"
)

// longest is how long a delay may become.
var longest = 6 * time.Second

// The delay's own limit counts the attempts, whatever it is.
func untilTooLong(send func() error) (err error) {
	delay := time.Second
	for delay < longest {
		if err = send(); err == nil {
			return nil
		}
		time.Sleep(delay) // want `is passed after the last attempt of send`
		delay += delay / 2
	}
	return err
}

func untilTooLongInHead(ctx context.Context, most time.Duration, send func(context.Context) error) (err error) {
	for delay := 250 * time.Millisecond; delay <= most; delay *= 2 {
		if err = send(ctx); err == nil {
			return nil
		}
		timer := time.NewTimer(delay)
		select { // want `is passed after the last attempt of send`
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
	return err
}

var schedule = []time.Duration{200 * time.Millisecond, time.Second, 3 * time.Second}

// It waits for an answer that says something, and takes an error for one that does not.
func lookUp(ctx context.Context, look func(context.Context, string) ([]string, error), keys []string) (map[string]string, error) {
	found := map[string]string{}
	for _, key := range keys {
		var values []string
		var err error
		for _, delay := range schedule {
			if values, err = look(ctx, key); err == nil && len(values) > 0 {
				break
			}
			select { // want `is passed after the last attempt of look`
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(delay):
			}
		}
		if err != nil {
			return nil, err
		}
		if len(values) == 0 {
			return nil, errors.New("nothing found")
		}
		found[key] = values[0]
	}
	return found, nil
}

func asks(look func() (int, error), lookElsewhere func() (int, error)) (n int, err error) {
	for i := 0; i < 5; i++ {
		if n, err = look(); err == nil && n > 0 {
			return n, nil
		}
		time.Sleep(time.Second) // want `is passed after the last attempt of look`
	}
	if err != nil {
		return 0, err
	}
	return lookElsewhere()
}
