// Package reports holds retries of an open breaker's error.
package reports

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	eapache "github.com/eapache/go-resiliency/breaker"
	"github.com/sony/gobreaker/v2"
)

func around(ctx context.Context, cb *gobreaker.CircuitBreaker[*http.Response], url string) (*http.Response, error) {
	for attempt := 1; ; attempt++ { // want `^the error of an open circuit breaker is retried like any other: cb.Execute does not run what it is given then, the attempts are over within 4s, and it stays open for 1m0s$`
		resp, err := cb.Execute(func() (*http.Response, error) {
			req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
			if err != nil {
				return nil, err
			}
			return http.DefaultClient.Do(req)
		})
		if err == nil || attempt == 5 {
			return resp, err
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// The breaker is in a function of the package.
type client struct {
	cb *gobreaker.CircuitBreaker[*http.Response]
}

func (c *client) get(url string) (*http.Response, error) {
	return c.cb.Execute(func() (*http.Response, error) { return http.Get(url) })
}

func (c *client) retry(url string) (resp *http.Response, err error) {
	for range 3 { // want `c.get does not run what it is given then, the attempts are over within 2s, and it stays open for 1m0s$`
		if resp, err = c.get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// No wait at all, and a breaker whose time is not known.
func atOnce(b *eapache.Breaker, url string) (err error) {
	for range 3 { // want `b.Run does not run what it is given then, the attempts that are left fail at once$`
		err = b.Run(func() error {
			resp, err := http.Get(url)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		})
		if err == nil {
			return nil
		}
	}
	return errors.Join(errors.New("given up"), err)
}
