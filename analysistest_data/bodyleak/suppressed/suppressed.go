// Package suppressed holds a suppression at the attempt.
package suppressed

import (
	"net/http"
	"time"
)

func known(target string) *http.Response {
	for range 3 {
		//retryvet:ignore bodyleak the transport of the tests has no bodies
		resp, err := http.Get(target)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp
		}
		time.Sleep(time.Second)
	}
	return nil
}

func unused(target string) *http.Response {
	for range 3 {
		//retryvet:ignore bodyleak it was open once // want `^//retryvet:ignore bodyleak suppresses nothing here: remove it$`
		resp, err := http.Get(target)
		if err == nil {
			return resp
		}
		time.Sleep(time.Second)
	}
	return nil
}
