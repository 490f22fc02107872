// Package status asks for the status of orders, with more mistakes.
package status

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

// Shipped waits for an order to be shipped, for an hour at most.
func Shipped(ctx context.Context, client *http.Client, order string) error {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if status, err := statusSoon(ctx, client, order); err == nil && status == http.StatusOK {
				return nil
			}
		case <-time.After(time.Hour):
			return errors.New("not shipped within an hour")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// statusSoon asks for an order's status five times.
func statusSoon(ctx context.Context, client *http.Client, order string) (int, error) {
	for attempt := 1; ; attempt++ {
		status, err := status(ctx, client, order)
		if err == nil || attempt == 5 || !pause(ctx, time.Second) {
			return status, err
		}
	}
}

// status asks for an order's status three times.
func status(ctx context.Context, client *http.Client, order string) (int, error) {
	for attempt := 1; ; attempt++ {
		resp, err := get(ctx, client, order)
		if err == nil {
			return resp.StatusCode, resp.Body.Close()
		}
		if attempt == 3 || !pause(ctx, time.Second) {
			return 0, err
		}
	}
}

func get(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// pause waits for a random time of up to d. It reports whether ctx still goes
// on.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(rand.N(d)):
		return true
	case <-ctx.Done():
		return false
	}
}
