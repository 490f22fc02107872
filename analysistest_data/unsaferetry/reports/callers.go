package reports

import (
	"io"
	"net/http"
	"time"
)

type sender struct{ client *http.Client }

// One of its callers sets no key.
func (s *sender) sendAgain(req *http.Request) (resp *http.Response, err error) {
	for range 6 {
		if resp, err = s.client.Do(req); err == nil { // want `^this retry repeats every request, POST and PATCH included: `
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func (s *sender) upload(url, id string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, url, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", id)
	return s.sendAgain(req)
}

func (s *sender) comment(url string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, url, body)
	if err != nil {
		return nil, err
	}
	return s.sendAgain(req)
}
