// Package load stands in a folder of tests: what it does to a server is meant.
package load

import (
	"net/http"
	"time"
)

// A program that only tests run needs no jitter.
func wake(url string) error {
	var err error
	for range 5 {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
