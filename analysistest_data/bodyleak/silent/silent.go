// Package silent holds retries that close what they get.
package silent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

var errBad = errors.New("bad status")

func closed(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBad
}

// onError goes on only where there is no response.
func onError(c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// atStart closes the last response where a round begins.
func atStart(c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 {
		if resp != nil {
			resp.Body.Close()
		}
		resp, err = c.Get(url)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func drain(resp *http.Response) {
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4096))
	_ = resp.Body.Close()
}

func byHelper(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		if err == nil {
			drain(resp)
		}
		time.Sleep(time.Second)
	}
	return nil, errBad
}

func byHelperOfBody(c *http.Client, url string) (*http.Response, error) {
	shut := func(b io.ReadCloser) { b.Close() }
	for range 3 {
		resp, err := c.Get(url)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		if resp != nil && resp.Body != nil {
			shut(resp.Body)
		}
		time.Sleep(time.Second)
	}
	return nil, errBad
}

// deferred closes late, but closes.
func deferred(c *http.Client, url string) ([]byte, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return io.ReadAll(resp.Body)
		}
		time.Sleep(time.Second)
	}
	return nil, errBad
}

func retry(tries int, op func() error) (err error) {
	for range tries {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func literal(c *http.Client, url string) (data []byte, err error) {
	err = retry(3, func() error {
		resp, err := c.Get(url)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		if resp.StatusCode >= 500 {
			return errBad
		}
		data, err = io.ReadAll(resp.Body)
		return err
	})
	return data, err
}

// captured closes what the last attempt left.
func captured(c *http.Client, url string) (resp *http.Response, err error) {
	err = retry(3, func() error {
		if resp != nil {
			resp.Body.Close()
		}
		var err error
		if resp, err = c.Get(url); err != nil {
			return err
		}
		if resp.StatusCode >= 500 {
			return errBad
		}
		return nil
	})
	return resp, err
}

// read closes by itself and gives back what is left to look at.
func read(c *http.Client, req *http.Request) ([]byte, *http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return data, resp, err
}

func closedInside(ctx context.Context, c *http.Client, url string) ([]byte, error) {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		data, resp, err := read(c, req)
		if err == nil && resp.StatusCode < 500 {
			return data, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errBad
}

// buffered puts another body in the place of the one that it closes.
func buffered(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil && resp.StatusCode < 500 {
			resp.Body = io.NopCloser(bytes.NewReader(data))
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errBad
}

type last struct{ resp *http.Response }

// kept belongs to somebody else.
func kept(c *http.Client, url string, l *last) error {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return err
		}
		l.resp = resp
		if resp.StatusCode < 500 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBad
}

// head has no body.
func head(c *http.Client, url string) error {
	for range 3 {
		resp, err := c.Head(url)
		if err == nil && resp.StatusCode < 500 {
			return nil
		}
		req, err := http.NewRequest(http.MethodHead, url, nil)
		if err != nil {
			return err
		}
		if resp, err = c.Do(req); err == nil && resp.StatusCode == http.StatusNoContent {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBad
}

// api is a client of another kind, which closes by itself.
type api interface {
	Thing(ctx context.Context, name string) (string, *http.Response, error)
}

func foreign(ctx context.Context, a api) (string, error) {
	for range 3 {
		thing, resp, err := a.Thing(ctx, "x")
		if err == nil && resp.StatusCode < 500 {
			return thing, nil
		}
		time.Sleep(time.Second)
	}
	return "", errBad
}

// inLoad closes on each way out.
func inLoad(c *http.Client, url string) ([]byte, error) {
	for attempt := 1; ; attempt++ {
		data, err := load(c, url)
		if err == nil || attempt == 4 {
			return data, err
		}
		time.Sleep(time.Second)
	}
}

func load(c *http.Client, url string) ([]byte, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		err := fmt.Errorf("loading %s: %s", url, resp.Status)
		resp.Body.Close()
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// wary asks for a body that is always there.
func wary(t http.RoundTripper, req *http.Request) (*http.Response, error) {
	resp, err := t.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		if resp.Body != nil {
			resp.Body.Close()
		}
		return nil, errBad
	}
	if resp.Body == nil {
		return nil, errBad
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

func warily(ctx context.Context, t http.RoundTripper, req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = wary(t, req); err == nil {
			return resp, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

// The one status that is tried again is that of the answer that is closed.
func oneStatusClosed(c *http.Client, url string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusBadGateway || attempt == 4 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// Whichever status leads on, it is closed by then.
func closedByStatus(c *http.Client, url string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case http.StatusTooManyRequests:
			resp.Body.Close()
			time.Sleep(time.Minute)
		case http.StatusBadGateway:
			resp.Body.Close()
			time.Sleep(time.Second)
		default:
			return resp, nil
		}
	}
}
