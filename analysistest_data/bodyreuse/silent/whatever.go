package silent

import (
	"context"
	"net/http"
	"time"
)

// Reads repeats what has no body.
func Reads(ctx context.Context, c *http.Client, req *http.Request, tries int) (resp *http.Response, err error) {
	if req.Method != http.MethodGet {
		return c.Do(req)
	}
	for range tries {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Again makes the body anew.
func Again(ctx context.Context, c *http.Client, req *http.Request, tries int) (resp *http.Response, err error) {
	for i := range tries {
		if i > 0 && req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// patiently is given requests by this package alone, all without a body.
func patiently(c *http.Client, req *http.Request, tries int) (resp *http.Response, err error) {
	for range tries {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Load gives back what it made of the answer, for a request of its own kind.
func Load(c *http.Client, req *http.Request, tries int) (length int64, err error) {
	for range tries {
		resp, err := c.Do(req)
		if err == nil {
			resp.Body.Close()
			return resp.ContentLength, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}
