package bodyreuse

import (
	"bytes"
	"net/http"
	"strings"
)

func lostConnection(c *http.Client, target string, data []byte) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, target, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		if strings.Contains(err.Error(), "reset by peer") {
			resp, err = c.Do(req)
		}
	}
	return resp, err
}

// login sends the request again with a new token.
type login struct {
	base  http.RoundTripper
	token func() string
}

func (l login) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.base.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		resp.Body.Close()
		next := req.Clone(req.Context())
		next.Header.Set("Authorization", l.token())
		return l.base.RoundTrip(next)
	}
	return resp, err
}
