// Package suppressed holds a suppression at the comparison.
package suppressed

import (
	"net/http"
	"time"
)

func known(target string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = http.Get(target); err != nil {
			return nil, err
		}
		//retryvet:ignore retryafter this server sends no such header
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, err
}

func unused(target string) (resp *http.Response, err error) {
	for range 3 {
		//retryvet:ignore retryafter it looked at the status once // want `^//retryvet:ignore retryafter suppresses nothing here: remove it$`
		if resp, err = http.Get(target); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
