package silent

import (
	"context"
	"io"
	"net/http"
	"time"
)

// What one server of a list says is not for the next.
func fromAny(ctx context.Context, c *http.Client, urls []string) (data []byte, err error) {
	for wait := time.Second; wait < time.Minute; wait += wait / 2 {
		again := false
		for _, url := range urls {
			if data, again, err = from(ctx, c, url); err == nil || !again {
				break
			}
		}
		if err == nil || !again {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
	return data, err
}

func from(ctx context.Context, c *http.Client, url string) (data []byte, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return nil, resp.StatusCode >= 500, errBusy
	}
	data, err = io.ReadAll(resp.Body)
	return data, true, err
}
