package silent

import (
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// loggedToo obeys what it logs.
func loggedToo(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		wait := pause(resp.Header)
		log.Println("throttled for", resp.Header.Get("Retry-After"))
		time.Sleep(wait)
	}
	return nil, errBusy
}

// atLeast waits its own delay where the header is no number.
func atLeast(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		n, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		time.Sleep(time.Duration(n)*time.Second + rand.N(time.Second))
	}
	return nil, errBusy
}

// orOwn asks whether there was a number.
func orOwn(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		n, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		if n < 1 {
			n = 1 + rand.IntN(10)
		}
		time.Sleep(time.Duration(n) * time.Second)
	}
	return nil, errBusy
}

// held waits what the server asks for, and no more than a minute.
func held(c *http.Client, url string, most time.Duration) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		wait := pause(resp.Header)
		if wait > most {
			wait = most
		}
		time.Sleep(min(wait, time.Minute))
	}
	return nil, errBusy
}

// floored waits the longer one of the two.
func floored(c *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		own := rand.N(10 * time.Second)
		if wait := pause(resp.Header); wait > own {
			own = wait
		}
		time.Sleep(own)
	}
	return nil, errBusy
}

// final says behind the error that there is no use in another attempt.
func finally(c *http.Client, url string) (data []byte, err error) {
	for range 4 {
		var last bool
		data, err, last = once(c, url)
		if err == nil || last {
			return data, err
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

func once(c *http.Client, url string) ([]byte, error, bool) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err, false
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, fmt.Errorf("answer %s", resp.Status), true
	}
	data, err := io.ReadAll(resp.Body)
	return data, err, false
}
