// Package silent holds retries that heed an open breaker, or outlast it.
package silent

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

type client struct {
	cb *gobreaker.CircuitBreaker[*http.Response]
}

func newClient() *client {
	return &client{gobreaker.NewCircuitBreaker[*http.Response](gobreaker.Settings{Timeout: 5 * time.Second})}
}

func (c *client) get(url string) (*http.Response, error) {
	return c.cb.Execute(func() (*http.Response, error) { return http.Get(url) })
}

func (c *client) gives(url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.get(url); err == nil || errors.Is(err, gobreaker.ErrOpenState) {
			return resp, err
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

func retryable(err error) bool {
	return !errors.Is(err, gobreaker.ErrOpenState) && !errors.Is(err, gobreaker.ErrTooManyRequests)
}

func (c *client) asks(url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.get(url); err == nil || !retryable(err) {
			return resp, err
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

func (c *client) looks(url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.get(url); err == nil || c.cb.State() == gobreaker.StateOpen {
			return resp, err
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

// It outlasts the five seconds.
func (c *client) outlasts(url string) (resp *http.Response, err error) {
	for range 10 {
		if resp, err = c.get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func (c *client) ended(ctx context.Context, url string) (*http.Response, error) {
	for {
		resp, err := c.get(url)
		if err == nil {
			return resp, nil
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// The breaker is around the retry.
func (c *client) outside(url string) (*http.Response, error) {
	return c.cb.Execute(func() (resp *http.Response, err error) {
		for range 3 {
			if resp, err = http.Get(url); err == nil {
				return resp, nil
			}
			time.Sleep(rand.N(time.Second))
		}
		return nil, err
	})
}

// There is none.
func plain(url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}
