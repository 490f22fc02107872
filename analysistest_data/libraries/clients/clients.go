// Package clients retries around clients that retry by default.
package clients

import (
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func fetch(url string) error {
	c := retryablehttp.NewClient()
	var err error
	for range 3 { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep inner=go-retryablehttp // want `^nestedretry: attempts multiply: c\.Get, which itself retries \(go-retryablehttp\): 3 x 5 = 15 attempts, up to 2s of waiting between the 3 alone$`
		resp, e := c.Get(url)
		if e == nil {
			return resp.Body.Close()
		}
		err = e
		time.Sleep(time.Second)
	}
	return err
}
