package silent

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// A server of this machine has no crowd of clients.
type state struct{ Running bool }

func status(ctx context.Context, c *http.Client) (s state, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost:8080/status", nil)
	if err != nil {
		return s, err
	}
	return s, answer(c, req, &s)
}

func answer(c *http.Client, req *http.Request, v any) error {
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}

func statusOfDaemon(ctx context.Context, c *http.Client) (s state, err error) {
	for range 30 {
		if s, err = status(ctx, c); err == nil {
			return s, nil
		}
		time.Sleep(time.Second)
	}
	return s, err
}

func loopback(c *http.Client, port int) (resp *http.Response, err error) {
	for range 30 {
		if resp, err = c.Get(fmt.Sprintf("http://127.0.0.1:%d/", port)); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
