package retriers

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

func read(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

type job struct{ State string }

// finished asks for the state of a job, and each question is retried: what the
// literal writes down is the answer of the retrier's call.
func finished(ctx context.Context, url string, limit time.Duration) error {
	deadline := time.Now().Add(limit)
	for time.Now().Before(deadline) { // site: kind=poll bound=elapsed,error-class delay=constant jitter=no wait=sleep reach=ctx
		var text []byte
		err := do(func() (err error) { // site: kind=helper bound=attempts attempts=4 delay=constant jitter=no wait=sleep reach=ctx
			text, err = read(url)
			return err
		})
		if err != nil {
			return err
		}
		var j job
		if err := json.Unmarshal(text, &j); err != nil {
			return err
		}
		switch j.State {
		case "failed":
			return errors.New("failed")
		case "done":
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("not done in time")
}

// accepted asks for the status of an answer.
func accepted(url string) error {
	for range 20 { // site: kind=poll bound=attempts,error-class attempts=20 delay=constant jitter=no wait=sleep
		var resp *http.Response
		err := do(func() (err error) { // site: kind=helper bound=attempts attempts=4 delay=constant jitter=no wait=sleep
			resp, err = http.Get(url)
			return err
		})
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("not there")
}

type page struct {
	Items []string
	Next  string
}

// pages goes from page to page: the literal reads what the last one left.
func pages(url string, use func([]string)) error {
	at := ""
	for { // work
		var p page
		err := do(func() error { // site: kind=helper bound=attempts attempts=4 delay=constant jitter=no wait=sleep
			text, err := read(url + "?from=" + at)
			if err != nil {
				return err
			}
			if err := json.Unmarshal(text, &p); err != nil {
				return err
			}
			at = p.Next
			return nil
		})
		if err != nil {
			return err
		}
		use(p.Items)
		if at == "" {
			return nil
		}
		time.Sleep(time.Second)
	}
}
