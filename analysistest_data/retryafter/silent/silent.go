// Package silent holds retries that listen to the server, or have no reason to.
package silent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

var errBusy = errors.New("busy")

func reads(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	return nil, errBusy
}

const header = "retry-after"

func pause(h http.Header) time.Duration {
	if s, err := strconv.Atoi(h.Get(header)); err == nil {
		return time.Duration(s) * time.Second
	}
	return time.Second
}

func byHelper(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(pause(resp.Header))
	}
	return nil, errBusy
}

// busy carries the wait.
type busy struct{ RetryAfter time.Duration }

func (busy) Error() string { return "busy" }

func byError(c *http.Client, url string) ([]byte, error) {
	for attempt := 1; ; attempt++ {
		data, err := load(c, url)
		if err == nil || attempt == 4 {
			return data, err
		}
		if b, ok := errors.AsType[busy](err); ok {
			time.Sleep(b.RetryAfter)
			continue
		}
		time.Sleep(time.Second)
	}
}

func load(c *http.Client, url string) ([]byte, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, busy{pause(resp.Header)}
	}
	return io.ReadAll(resp.Body)
}

// otherStatus is about a conflict.
func otherStatus(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusConflict {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

func locked(code int) bool { return code == http.StatusLocked || code == http.StatusUnauthorized }

func otherStatusByHelper(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if !locked(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

// network is about errors of the network alone.
func network(c *http.Client, url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// up waits until somebody answers well.
func up(c *http.Client, url string) error {
	for range 30 {
		resp, err := c.Get(url)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return errBusy
}

// policy is given by the caller, who may look at the headers.
type policy func(resp *http.Response, err error) (time.Duration, bool)

func byPolicy(c *http.Client, url string, p policy) (*http.Response, error) {
	for {
		resp, err := c.Get(url)
		wait, again := p(resp, err)
		if !again {
			return resp, err
		}
		if err == nil {
			resp.Body.Close()
		}
		time.Sleep(wait)
	}
}

var final = errors.New("final")

// notThese makes errors of all statuses but tries again on others.
func notThese(ctx context.Context, c *http.Client, url string) error {
	for {
		err := ask(c, url)
		if err == nil || errors.Is(err, final) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func ask(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: %s", final, resp.Status)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// login tries a second time with another token, at once.
func login(ctx context.Context, c *http.Client, url string, token func() string) (*http.Response, error) {
	for range 2 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", token())
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusUnauthorized {
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, errBusy
}

// asks is what a client of the other kind says.
type api interface {
	Thing(ctx context.Context, name string) (string, *http.Response, error)
}

func foreign(ctx context.Context, a api) (string, error) {
	for range 3 {
		thing, resp, err := a.Thing(ctx, "x")
		if err == nil && resp.StatusCode == http.StatusOK {
			return thing, nil
		}
		time.Sleep(time.Second)
	}
	return "", errBusy
}

func retrier(tries int, op func() (bool, error)) error {
	for {
		again, err := op()
		if err == nil || !again || tries == 0 {
			return err
		}
		tries--
		time.Sleep(time.Second)
	}
}

// gone gives up where the server has answered.
func gone(c *http.Client, url string) (data []byte, err error) {
	err = retrier(3, func() (bool, error) {
		resp, err := c.Get(url)
		if err != nil {
			return true, err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return false, errBusy
		}
		data, err = io.ReadAll(resp.Body)
		return true, err
	})
	return data, err
}

func conflict(code int) bool { return code == http.StatusConflict }

func conflicts(c *http.Client, url string) (data []byte, err error) {
	err = retrier(3, func() (bool, error) {
		resp, err := c.Get(url)
		if err != nil {
			return true, err
		}
		defer resp.Body.Close()
		if code := resp.StatusCode; code != http.StatusOK {
			return conflict(code), errBusy
		}
		data, err = io.ReadAll(resp.Body)
		return true, err
	})
	return data, err
}

// elsewhere tries the other address once, at once.
func elsewhere(c *http.Client, urls [2]string, second bool) ([]byte, error) {
	url := urls[0]
	if second {
		url = urls[1]
	}
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		if !second {
			return elsewhere(c, urls, true)
		}
		return nil, errBusy
	}
	return io.ReadAll(resp.Body)
}

// anyBad makes an error of every answer that is not good: nobody thought of servers
// that ask for patience.
func anyBad(c *http.Client, url string) (err error) {
	for range 3 {
		if err = bad(c, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func bad(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("loading %s: %s", url, resp.Status)
	}
	return nil
}
