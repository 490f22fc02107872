package silent

import (
	"io"
	"net/http"
	"time"
)

type sender struct{ client *http.Client }

// All that it is given may be sent again.
func (s *sender) sendAgain(req *http.Request) (resp *http.Response, err error) {
	for range 6 {
		if resp, err = s.client.Do(req); err == nil {
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

func (s *sender) remove(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return nil, err
	}
	return s.sendAgain(req)
}
