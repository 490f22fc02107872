// Package suppressed holds a suppression at the loop.
package suppressed

import (
	"net/http"

	"github.com/sony/gobreaker/v2"
)

func twice(cb *gobreaker.CircuitBreaker[*http.Response], url string) (resp *http.Response, err error) {
	//retryvet:ignore breakeropen it opens for 10 ms only
	for range 2 {
		resp, err = cb.Execute(func() (*http.Response, error) { return http.Get(url) })
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}

func unused(url string) (resp *http.Response, err error) {
	//retryvet:ignore breakeropen there is none // want `^//retryvet:ignore breakeropen suppresses nothing here: remove it$`
	for range 2 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
	}
	return nil, err
}
