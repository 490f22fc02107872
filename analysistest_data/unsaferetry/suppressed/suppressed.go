// Package suppressed holds a suppression at the attempt.
package suppressed

import (
	"net/http"
	"time"
)

func known(target string) (resp *http.Response, err error) {
	for range 3 {
		//retryvet:ignore unsaferetry the endpoint drops what it has seen
		if resp, err = http.Post(target, "text/plain", nil); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func unused(target string) (resp *http.Response, err error) {
	for range 3 {
		//retryvet:ignore unsaferetry it was a POST once // want `^//retryvet:ignore unsaferetry suppresses nothing here: remove it$`
		if resp, err = http.Get(target); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
