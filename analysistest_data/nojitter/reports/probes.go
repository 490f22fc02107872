package reports

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// The answer is wanted for more than that it came.
func kept(addr string, conns chan<- net.Conn) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			conns <- conn
			return
		}
		time.Sleep(time.Second) // want `^the delay of 1s between attempts of net\.Dial has no jitter`
	}
}

// An action is no question.
func notify(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodPost, url, strings.NewReader("done"))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode > 299 {
		return fmt.Errorf("status %s", resp.Status)
	}
	return nil
}

func notifies(c *http.Client, url string) (err error) {
	for range 5 {
		if err = notify(c, url); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `^the delay of 1s between attempts of notify has no jitter`
	}
	return err
}
