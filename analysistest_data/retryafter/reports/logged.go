package reports

import (
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"time"
)

// busy decides for one loop.
func busy(code int) bool {
	return code == http.StatusServiceUnavailable
}

func loggedAndAsked(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if !busy(resp.StatusCode) { // want `^this retry loop goes on after an answer of 503 and only logs Retry-After: it may come back before the time that the server asks to wait$`
			return resp, nil
		}
		resp.Body.Close()
		log.Println("throttled for", resp.Header.Get("Retry-After"))
		time.Sleep(rand.N(time.Second))
	}
	return nil, errBusy
}

// overloaded decides for four, of which one tells people what the server asked for.
func overloaded(code int) bool { // want `^4 retries ask overloaded what to do with an answer of 503, and none does more with Retry-After than log it: they may come back before the time that the server asks to wait$`
	return code == http.StatusServiceUnavailable
}

func asksAndLogs(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if !overloaded(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		log.Println("throttled for", resp.Header.Get("Retry-After"))
		time.Sleep(rand.N(time.Second))
	}
	return nil, errBusy
}

func asksToGet(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if !overloaded(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(rand.N(time.Second))
	}
	return nil, errBusy
}

func asksToHead(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Head(url)
		if err != nil {
			return nil, err
		}
		if !overloaded(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(rand.N(time.Second))
	}
	return nil, errBusy
}

func asksForStatus(c *http.Client, url string) error {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if !overloaded(resp.StatusCode) {
			return fmt.Errorf("answer %s", resp.Status)
		}
		time.Sleep(rand.N(time.Second))
	}
	return errBusy
}
