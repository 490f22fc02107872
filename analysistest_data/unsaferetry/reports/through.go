package reports

import (
	"errors"
	"net/http"
	"time"
)

// Many calls of one function are one decision.
type peers struct{ client *http.Client }

func (p *peers) insist(work func() error) (err error) { // want `^4 calls hand insist what takes effect each time \(POST without an Idempotency-Key\): an attempt that took effect before it failed takes effect twice$`
	for range 3 {
		if err = work(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (p *peers) send(url string) error {
	resp, err := p.client.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

func (p *peers) begin(url string) error {
	return p.insist(func() error { return p.send(url + "/begin") })
}

func (p *peers) commit(url string) error {
	return p.insist(func() error { return p.send(url + "/commit") })
}

func (p *peers) abort(url string) error {
	return p.insist(func() error { return p.send(url + "/abort") })
}

func (p *peers) copyTo(url string) error {
	return p.insist(func() error { return p.send(url + "/copy") })
}
