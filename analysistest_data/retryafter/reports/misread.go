package reports

import (
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// logged tells people what the server asked for, and comes back when it likes.
func logged(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests { // want `^this retry loop goes on after an answer of 429 and only logs Retry-After: it may come back before the time that the server asks to wait$`
			return resp, nil
		}
		resp.Body.Close()
		log.Println("throttled for", resp.Header.Get("Retry-After"))
		time.Sleep(rand.N(time.Second))
	}
	return nil, errBusy
}

// dateIsZero takes no date.
func dateIsZero(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		h := resp.Header.Get("Retry-After")
		n, _ := strconv.ParseInt(h, 10, 64) // want `^a Retry-After that this does not parse, such as a date, is taken for 0: this retry loop makes the next attempt at once after an answer of 503$`
		pause := time.Duration(n) * time.Second
		time.Sleep(pause)
	}
	return nil, errBusy
}

func suffixed(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		if h := resp.Header.Get("Retry-After"); h != "" {
			pause, _ := time.ParseDuration(h + "s") // want `is taken for 0`
			time.Sleep(pause)
		} else {
			time.Sleep(rand.N(time.Second))
		}
	}
	return nil, errBusy
}

// lesser comes back when its own delay is over.
func lesser(c *http.Client, url string) (*http.Response, error) {
	pause := time.Second
	for range 5 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		wait := pause
		if n, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			if asked := time.Duration(n) * time.Second; asked < wait { // want `^this retry loop waits for the lesser of Retry-After and its own delay after an answer of 503: it comes back before the time that the server asks to wait$`
				wait = asked
			}
		}
		time.Sleep(wait)
		pause *= 2
	}
	return nil, errBusy
}

func least(c *http.Client, url string) (*http.Response, error) {
	for range 5 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(min(asked(resp.Header), rand.N(time.Minute))) // want `waits for the lesser of Retry-After`
	}
	return nil, errBusy
}

// leastOfSteps gets there in steps that look back at each other.
func leastOfSteps(c *http.Client, url string) (*http.Response, error) {
	pause := time.Second
	for range 5 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		header := resp.Header.Get("Retry-After")
		text := header
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, err
		}
		seconds := time.Duration(n)
		wait := seconds * time.Second
		wait = wait + seconds/2
		seconds = wait / time.Second
		whole := wait.Round(time.Second)
		time.Sleep(min(whole, pause)) // want `waits for the lesser of Retry-After`
		pause *= 2
	}
	return nil, errBusy
}

func asked(h http.Header) time.Duration {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil {
		return time.Minute
	}
	return time.Duration(n) * time.Second
}

// flagged says behind the error whether another attempt is of use.
func flagged(c *http.Client, url string) (data []byte, err error) {
	for range 4 {
		var again bool
		data, err, again = fetch(c, url) // want `after an answer of 503`
		if err == nil || !again {
			return data, err
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

func fetch(c *http.Client, url string) ([]byte, error, bool) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err, true
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, fmt.Errorf("answer %s", resp.Status), true
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("answer %s", resp.Status), false
	}
	data, err := io.ReadAll(resp.Body)
	return data, err, err != nil
}

type answered struct{ code int }

func (a answered) Error() string { return "answer " + strconv.Itoa(a.code) }

func heals(err error) bool {
	a, ok := err.(answered)
	return !ok || a.code == http.StatusServiceUnavailable
}

// whileHeals asks of each error whether it heals.
func whileHeals(op func() error) error {
	for attempt := 1; ; attempt++ {
		err := op()
		if err == nil || attempt == 5 || !heals(err) {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
}

func errorClass(c *http.Client, url string) error {
	return whileHeals(func() error {
		resp, err := c.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 300 { // want `this retried call goes on after an answer of 503 and never reads Retry-After`
			return answered{resp.StatusCode}
		}
		return nil
	})
}
