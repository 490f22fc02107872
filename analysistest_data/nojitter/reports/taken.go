package reports

import (
	"net/http"
	"time"
)

// tell tells an address something: that it answers is all there is to know.
func tell(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func fromChannel(c *http.Client, urls chan string) error {
	for {
		url := <-urls
		var err error
		for range 20 {
			if err = tell(c, url); err == nil {
				break
			}
			time.Sleep(10 * time.Second) // want `the delay of 10s between attempts of tell has no jitter`
		}
		if err != nil {
			return err
		}
	}
}

type inbox interface{ Next() (string, error) }

func fromCall(c *http.Client, in inbox) error {
	for {
		url, err := in.Next()
		if err != nil {
			return err
		}
		for range 20 {
			if err = tell(c, url); err == nil {
				break
			}
			time.Sleep(10 * time.Second) // want `the delay of 10s between attempts of tell has no jitter`
		}
		if err != nil {
			return err
		}
	}
}
