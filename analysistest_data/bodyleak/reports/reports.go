// Package reports holds retries that leave responses open.
package reports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"
)

var errBad = errors.New("bad status")

func badStatus(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url) // want `^the response that c\.Get gives back is not closed before the next attempt: each failed attempt leaks a connection$`
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errBad
}

// overwritten is a transport whose loop asks a function about the last answer.
type overwritten struct {
	base  http.RoundTripper
	tries int
}

func again(left int, resp *http.Response, err error) bool {
	if left == 0 {
		return false
	}
	return err != nil || resp.StatusCode == http.StatusBadGateway
}

func (t overwritten) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(req)
	for left := t.tries; again(left, resp, err); left-- {
		time.Sleep(time.Second)
		resp, err = t.base.RoundTrip(req) // want `^the response that t\.base\.RoundTrip gives back`
	}
	return resp, err
}

// readOnly reads the body, which does not close it.
func readOnly(c *http.Client, url string, out any) error {
	for {
		resp, err := c.Get(url) // want `not closed`
		if err != nil {
			return err
		}
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			log.Printf("reading %s: %v", resp.Status, err)
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
		return json.Unmarshal(data, out)
	}
}

// helper hands on what it gets.
func ask(c *http.Client, req *http.Request) (*http.Response, error) {
	req.Header.Set("Accept", "text/plain")
	resp, err := c.Do(req)
	if err != nil {
		return nil, fmt.Errorf("asking: %w", err)
	}
	return resp, nil
}

func helper(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	for attempt := 0; attempt < 5; attempt++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := ask(c, req) // want `^the response that ask gives back`
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, errBad
}

// inside leaves it open in a function that the loop calls.
func inside(c *http.Client, url string) ([]byte, error) {
	for attempt := 1; ; attempt++ {
		data, err := load(c, url)
		if err == nil || attempt == 4 {
			return data, err
		}
		time.Sleep(time.Second)
	}
}

func load(c *http.Client, url string) ([]byte, error) {
	resp, err := c.Get(url) // want `^the response that c\.Get gives back`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("loading %s: %s", url, resp.Status)
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// retry calls what it is given until it succeeds.
func retry(tries int, op func() error) (err error) {
	for range tries {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func literal(c *http.Client, url string) (status int, err error) {
	err = retry(3, func() error {
		resp, err := c.Get(url) // want `not closed`
		if err != nil {
			return err
		}
		if resp.StatusCode >= 500 {
			return errBad
		}
		status = resp.StatusCode
		return resp.Body.Close()
	})
	return status, err
}

func captured(c *http.Client, url string) (resp *http.Response, err error) {
	err = retry(3, func() error {
		resp, err = c.Get(url) // want `not closed`
		if err != nil {
			return err
		}
		switch resp.StatusCode {
		case http.StatusOK, http.StatusNoContent:
			return nil
		default:
			return statusError{resp.StatusCode}
		}
	})
	return resp, err
}

type statusError struct{ code int }

func (e statusError) Error() string { return http.StatusText(e.code) }

func labelled(c *http.Client, url string) (resp *http.Response, err error) {
	tries := 0
again:
	resp, err = c.Get(url) // want `not closed`
	if err == nil && resp.StatusCode == http.StatusServiceUnavailable && tries < 3 {
		tries++
		time.Sleep(time.Second)
		goto again
	}
	return resp, err
}

// client is generic over what it decodes.
type client[T any] struct{ http *http.Client }

func (c *client[T]) get(url string) (out T, err error) {
	for range 3 {
		var resp *http.Response
		resp, err = c.http.Get(url) // want `not closed`
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode/100 == 5 {
			err = errBad
			time.Sleep(time.Second)
			continue
		}
		err = json.NewDecoder(resp.Body).Decode(&out)
		resp.Body.Close()
		return out, err
	}
	return out, err
}

// One status alone is tried again.
func oneStatus(c *http.Client, url string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		resp, err := c.Get(url) // want `not closed`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusBadGateway || attempt == 4 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
}

func asksOneStatus(c *http.Client, url string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		resp, err := c.Get(url) // want `not closed`
		if err != nil {
			return nil, err
		}
		if !limited(resp) || attempt == 4 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
}

func limited(resp *http.Response) bool { return resp.StatusCode == http.StatusTooManyRequests }
