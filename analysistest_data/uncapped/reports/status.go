package reports

import (
	"math/rand/v2"
	"net/http"
	"time"
)

// A status that lets the loop end only when the server is well again bounds nothing.
func untilOK(c *http.Client, url string) *http.Response {
	for { // want `this retry of c.Get has no end`
		resp, err := c.Get(url)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp
		}
		if err == nil {
			resp.Body.Close()
		}
		time.Sleep(time.Second + rand.N(time.Minute))
	}
}

// Refusals leave, but those of a server that is down do not.
func untilNoServerError(c *http.Client, url string) *http.Response {
	for { // want `this retry of c.Get has no end`
		resp, err := c.Get(url)
		if err == nil {
			if resp.StatusCode < 500 {
				return resp
			}
			resp.Body.Close()
		}
		time.Sleep(time.Second + rand.N(time.Minute))
	}
}

var passing = map[int]bool{500: true, 502: true, 504: true}

func status(c *http.Client, url string) (int, error) {
	resp, err := c.Head(url)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// The status comes from a function, and a map says which are tried again.
func untilUnlisted(c *http.Client, url string) int {
	for { // want `this retry of status has no end`
		code, err := status(c, url)
		if err == nil && !passing[code] {
			return code
		}
		time.Sleep(time.Second + rand.N(time.Minute))
	}
}
