// Package suppressed holds a suppression at the attempt.
package suppressed

import (
	"net/http"
	"time"
)

type known struct{ base http.RoundTripper }

func (t known) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		//retryvet:ignore bodyreuse only requests without a body come here
		if resp, err = t.base.RoundTrip(req); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func unused(target string) (resp *http.Response, err error) {
	for range 3 {
		//retryvet:ignore bodyreuse it had a body once // want `^//retryvet:ignore bodyreuse suppresses nothing here: remove it$`
		if resp, err = http.Get(target); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return resp, err
}
