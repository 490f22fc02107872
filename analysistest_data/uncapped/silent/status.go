package silent

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

var passing = []int{500, 502, 504}

// Errors end the loop, and so does any answer but those listed.
func onlyListed(c *http.Client, url string) error {
	for attempt := 0; ; attempt++ {
		resp, err := c.Head(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if !slices.Contains(passing, resp.StatusCode) {
			return nil
		}
		if attempt == 3 {
			return errors.New(resp.Status)
		}
		time.Sleep(time.Second + rand.N(time.Minute))
	}
}

// A server that is down ends the loop.
func ended(c *http.Client, url string) error {
	for {
		resp, err := c.Head(url)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode >= 500 || resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(time.Second + rand.N(time.Minute))
	}
}
