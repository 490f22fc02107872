// Package reports holds retries that come back before the server wants them.
package reports

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

var errBusy = errors.New("busy")

func compared(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests { // want `^this retry loop goes on after an answer of 429 and never reads Retry-After: it may come back before the time that the server asks to wait$`
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

func ranged(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err == nil && resp.StatusCode < 500 { // want `after an answer of 503`
			return resp, nil
		}
		if err == nil {
			resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

func switched(c *http.Client, url string) ([]byte, error) {
	delay := time.Second
	for {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			return nil, err
		}
		switch code := resp.StatusCode; code { // want `after an answer of 503`
		case http.StatusOK:
			return data, nil
		case http.StatusBadGateway, http.StatusServiceUnavailable:
			time.Sleep(delay)
			delay = min(2*delay, time.Minute)
		default:
			return nil, fmt.Errorf("status %d", code)
		}
	}
}

// transport asks a function about the answer.
type transport struct {
	base http.RoundTripper
	max  int
}

func retriable(resp *http.Response) bool {
	if resp == nil {
		return false
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		return true
	}
	return resp.StatusCode >= 500 && resp.StatusCode != http.StatusNotImplemented
}

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for i := 0; i <= t.max; i++ {
		resp, err = t.base.RoundTrip(req)
		if i < t.max && (err != nil || retriable(resp)) { // want `after an answer of 503`
			if resp != nil {
				resp.Body.Close()
			}
			select {
			case <-req.Context().Done():
				return nil, req.Context().Err()
			case <-time.After(time.Second):
			}
			continue
		}
		break
	}
	return resp, err
}

// byError makes an error of an answer that says so.
func byError(c *http.Client, url string) ([]byte, error) {
	for attempt := 1; ; attempt++ {
		data, err := load(c, url) // want `after an answer of 503`
		if err == nil || attempt == 4 {
			return data, err
		}
		time.Sleep(10 * time.Second)
	}
}

func load(c *http.Client, url string) ([]byte, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusServiceUnavailable {
		return nil, fmt.Errorf("loading %s: %s", url, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// transient is how ask says that it is worth while to come back.
type transient struct{ error }

func byClass(ctx context.Context, c *http.Client, url string) error {
	for {
		err := ask(c, url) // want `after an answer of 503`
		if _, ok := errors.AsType[transient](err); !ok {
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
		return transient{err}
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode/100 == 5 {
		return transient{errBusy}
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

var again = []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable}

func listed(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(again, resp.StatusCode) { // want `after an answer of 503`
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBusy
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
		defer resp.Body.Close()
		if code := resp.StatusCode; code >= 500 { // want `this retried call goes on after an answer of 503`
			return fmt.Errorf("status %d", code)
		}
		data, err = io.ReadAll(resp.Body)
		return err
	})
	return data, err
}

func method(c *http.Client, url string) error {
	l := &loader{c: c, url: url}
	return retry(3, l.load)
}

type loader struct {
	c    *http.Client
	url  string
	data []byte
}

func (l *loader) load() error {
	resp, err := l.c.Get(l.url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusServiceUnavailable { // want `this retried call goes on after an answer of 503`
		return errBusy
	}
	l.data, err = io.ReadAll(resp.Body)
	return err
}

func jumped(c *http.Client, url string) (*http.Response, error) {
	tries := 0
again:
	resp, err := c.Get(url)
	if err == nil && resp.StatusCode == http.StatusServiceUnavailable && tries < 3 { // want `this retry by goto goes on after an answer of 503`
		resp.Body.Close()
		tries++
		time.Sleep(time.Second)
		goto again
	}
	return resp, err
}

// retrier goes by what its operation says.
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

func worthwhile(code int) bool { // want `^4 retries ask worthwhile what to do with an answer of 503, and none reads Retry-After: they may come back before the time that the server asks to wait$`
	return code == http.StatusInternalServerError || code == http.StatusServiceUnavailable
}

func shared(c *http.Client, url string, data []byte) error {
	return retrier(3, func() (bool, error) {
		resp, err := c.Post(url, "text/plain", bytes.NewReader(data))
		if err != nil {
			return true, err
		}
		defer resp.Body.Close()
		if code := resp.StatusCode; code != http.StatusOK {
			return worthwhile(code), fmt.Errorf("status %d", code)
		}
		return false, nil
	})
}

func sharedToo(c *http.Client, url string) (data []byte, err error) {
	err = retrier(3, func() (bool, error) {
		resp, err := c.Get(url)
		if err != nil {
			return true, err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return worthwhile(resp.StatusCode), errBusy
		}
		data, err = io.ReadAll(resp.Body)
		return false, err
	})
	return data, err
}

// pacer calls its operations through a value, and only while they ask for it.
type pacer struct {
	tries int
	call  func(op func() (bool, error)) (bool, error)
}

func (p *pacer) Do(op func() (bool, error)) (err error) {
	var retry bool
	for i := 1; i <= p.tries; i++ {
		time.Sleep(time.Second)
		retry, err = p.call(op)
		if !retry {
			break
		}
	}
	return err
}

var statuses = []int{429, 500, 503}

func repeatable(resp *http.Response, err error) (bool, error) {
	return resp != nil && slices.Contains(statuses, resp.StatusCode), err
}

// service answers with the response beside the result.
type service interface {
	Thing(ctx context.Context, name string) (string, *http.Response, error)
}

func paced(ctx context.Context, p *pacer, s service) (thing string, err error) {
	var resp *http.Response
	err = p.Do(func() (bool, error) {
		thing, resp, err = s.Thing(ctx, "x")
		return repeatable(resp, err) // want `this retried call goes on after an answer of 503`
	})
	return thing, err
}

// pause is a back-off of which nothing is known.
type pause interface{ After(err error) }

func unknownPause(c *http.Client, url string, p pause) (data []byte, err error) {
	for {
		data, err = load(c, url) // want `after an answer of 503`
		p.After(err)
		if err == nil {
			return data, nil
		}
	}
}

func sharedAsWell(c *http.Client, urls [2]string) (data [2][]byte, err error) {
	for i, url := range urls {
		err = retrier(3, func() (bool, error) {
			resp, err := c.Get(url)
			if err != nil {
				return true, err
			}
			defer resp.Body.Close()
			if !worthwhile(resp.StatusCode) {
				data[i], err = io.ReadAll(resp.Body)
				return false, err
			}
			return true, errBusy
		})
	}
	return data, err
}

func sharedLoop(c *http.Client, url string) (*http.Response, error) {
	for range 5 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if !worthwhile(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBusy
}
