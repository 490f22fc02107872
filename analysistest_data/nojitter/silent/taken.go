package silent

import (
	"net/http"
	"time"
)

func answersAt(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Before each piece of work the same server has to be there.
func eachTime(c *http.Client, url string, work chan func()) error {
	for {
		f := <-work
		var err error
		for range 20 {
			if err = answersAt(c, url); err == nil {
				break
			}
			time.Sleep(10 * time.Second)
		}
		if err != nil {
			return err
		}
		f()
	}
}

// All servers of a list have to be there.
func all(c *http.Client, urls []string) error {
	for _, url := range urls {
		var err error
		for range 20 {
			if err = answersAt(c, url); err == nil {
				break
			}
			time.Sleep(10 * time.Second)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
