package silent

import (
	"bytes"
	"io"
	"net/http"
)

func lostConnection(c *http.Client, target string, data []byte) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, target, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		resp, err = c.Do(req)
	}
	return resp, err
}

func anotherRequest(c *http.Client, target, other string, data []byte) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, target, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		if req, err = http.NewRequest(http.MethodPost, other, bytes.NewReader(data)); err != nil {
			return nil, err
		}
		resp, err = c.Do(req)
	}
	return resp, err
}

func withoutBody(c *http.Client, target, token string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, target, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.Do(req)
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		resp.Body.Close()
		req.Header.Set("Authorization", token)
		resp, err = c.Do(req)
	}
	return resp, err
}

// eitherWay sends it once.
func eitherWay(plain, secure *http.Client, target string, in io.Reader, tls bool) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPut, target, in)
	if err != nil {
		return nil, err
	}
	if tls {
		return secure.Do(req)
	}
	return plain.Do(req)
}

// answeredOnce is sent over a connection in use.
func answeredOnce(c *http.Client, target, token string, data []byte) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPut, target, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusUnauthorized {
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		req.Header.Set("Authorization", token)
		return c.Do(req)
	}
	return resp, nil
}

type login struct {
	base  http.RoundTripper
	token func() string
}

func (l login) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.base.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusUnauthorized && req.Body == nil {
		resp.Body.Close()
		next := req.Clone(req.Context())
		next.Header.Set("Authorization", l.token())
		return l.base.RoundTrip(next)
	}
	return resp, err
}
