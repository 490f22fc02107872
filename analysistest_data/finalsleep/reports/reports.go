// Package reports holds waits after which nothing is attempted any more.
package reports

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"net"
	"net/http"
	"time"
)

func constantCount(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second) // want `time.Sleep\(time.Second\) is passed after the last attempt of net.Dial too: giving up takes 1s longer for nothing`
	}
	return nil, err
}

func unknownCount(addr string, n int) (conn net.Conn, err error) {
	for i := 0; i < n; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(i) * time.Second) // want `passed after the last attempt`
	}
	return nil, err
}

func brokenOutOf(addr string) error {
	var err error
	tries := 5
	for range tries {
		_, err = net.Dial("tcp", addr)
		if err == nil {
			break
		}
		time.Sleep(time.Second) // want `passed after the last attempt`
	}
	if err != nil {
		return fmt.Errorf("all tries failed: %w", err)
	}
	return nil
}

type client struct {
	http  *http.Client
	tries int
}

func (c *client) byStatus(url string) (*http.Response, error) {
	backoff := time.Second
	var last *http.Response
	for attempt := 1; attempt <= c.tries; attempt++ {
		resp, err := c.http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode >= 400 {
			resp.Body.Close()
			time.Sleep(backoff) // want `passed after the last attempt`
			backoff *= 2
			last = resp
			continue
		}
		return resp, nil
	}
	return nil, fmt.Errorf("gave up at %s", last.Status)
}

func cancellable(ctx context.Context, addr string, n int) error {
	var last error
	tries := 0
	for ; tries < n; tries++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return nil
		}
		if errors.Is(err, context.Canceled) {
			return err
		}
		last = err
		select { // want `<-time.After\(100 \* time.Millisecond\) is passed after the last attempt`
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return last
}

func countedDown(addr string, tries int) error {
	for tries > 0 {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return nil
		}
		tries--
		time.Sleep(time.Second) // want `passed after the last attempt`
	}
	return errors.New("no luck")
}

func testAfterTheWait(addr string) error {
	for attempt := 0; ; attempt++ {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `passed after the last attempt`
		if attempt >= 3 {
			return err
		}
	}
}

func again(addr string) error {
	tries := 0
again:
	_, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second) // want `passed after the last attempt`
		tries++
		if tries < 4 {
			goto again
		}
		return err
	}
	return nil
}

func delays(addr string) (conn net.Conn, err error) {
	for _, d := range []time.Duration{time.Second, 2 * time.Second, 5 * time.Second} {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(d) // want `passed after the last attempt`
	}
	return nil, err
}

func closure(addr string) func() error {
	return func() error {
		var err error
		for i := range 3 {
			if _, err = net.Dial("tcp", addr); err == nil {
				return nil
			}
			wait := float64(time.Second) * math.Pow(2, float64(i))
			time.Sleep(time.Duration(wait)) // want `passed after the last attempt`
		}
		return err
	}
}

func attempt[T any](n int, f func() (T, error)) (T, error) {
	var zero T
	var err error
	for i := range n {
		var out T
		if out, err = f(); err == nil {
			return out, nil
		}
		time.Sleep(time.Duration(i) * time.Second) // want `passed after the last attempt`
	}
	return zero, err
}

func ready(ctx context.Context, c *http.Client, url string) error {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	n := 0
	for {
		_, err := c.Get(url)
		if err == nil {
			return nil
		}
		select { // want `passed after the last attempt`
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
			n++
			if n > 10 {
				return err
			}
		}
	}
}

// Somebody waits for the goroutine's result.
func dialled(addr string) <-chan net.Conn {
	out := make(chan net.Conn, 1)
	go func() {
		defer close(out)
		for range 5 {
			conn, err := net.Dial("tcp", addr)
			if err == nil {
				out <- conn
				return
			}
			log.Println("dialling:", err)
			time.Sleep(time.Second) // want `time.Sleep\(time.Second\) is passed after the last attempt of net.Dial too`
		}
	}()
	return out
}
