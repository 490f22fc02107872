// Package silent holds waits that another attempt follows, or that nobody waits for.
package silent

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

func noneAfterTheLast(addr string, n int) (conn net.Conn, err error) {
	for i := 0; i < n; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if i == n-1 {
			break
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func onlyBefore(addr string, n int) (conn net.Conn, err error) {
	for i := range n {
		if i > 0 {
			time.Sleep(time.Second)
		}
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func waitOnlyIfMore(addr string) (conn net.Conn, err error) {
	const tries = 5
	for i := 1; i <= tries; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if i < tries {
			time.Sleep(time.Second)
		}
	}
	return nil, err
}

func byFlag(addr string, n int) (conn net.Conn, err error) {
	for i := range n {
		last := i+1 >= n
		if conn, err = net.Dial("tcp", addr); err == nil || last {
			return conn, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func exhaustedFirst(addr string) error {
	for attempt := 1; ; attempt++ {
		_, err := net.Dial("tcp", addr)
		if err == nil || attempt == 8 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func downAndTested(addr string, left int) error {
	for {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return nil
		}
		left--
		if left <= 0 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// A last attempt follows the loop.
func onceMore(addr string) (net.Conn, error) {
	for range 3 {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return net.Dial("tcp", addr)
}

// What is tested for the last round is not known to be the last round.
type limits struct{ tries, quiet int }

func otherLimit(addr string, l limits) (err error) {
	for i := 0; i < l.tries; i++ {
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		if i >= l.quiet {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

// The wait serves the next round of the outer loop.
func rounds(ctx context.Context, addr string) error {
	for ctx.Err() == nil {
		for range 3 {
			if _, err := net.Dial("tcp", addr); err == nil {
				return nil
			}
			time.Sleep(time.Second)
		}
	}
	return ctx.Err()
}

func untilCancelled(ctx context.Context, addr string) error {
	for {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return err
		}
	}
}

func untilDeadline(addr string, limit time.Duration) error {
	deadline := time.Now().Add(limit)
	for time.Now().Before(deadline) {
		if _, err := net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("timed out")
}

func delaysBefore(addr string) (conn net.Conn, err error) {
	for _, d := range []time.Duration{0, time.Second, 5 * time.Second} {
		time.Sleep(d)
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func ticks(addr string) (err error) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	tries := 0
	for range ticker.C {
		tries++
		if _, err = net.Dial("tcp", addr); err == nil || tries == 5 {
			return err
		}
	}
	return nil
}

// The loop's condition makes the last attempt.
func inCondition(c *http.Client, url string) bool {
	for i := 0; !healthy(c, url) && i < 5; i++ {
		time.Sleep(time.Second)
	}
	return healthy(c, url)
}

func healthy(c *http.Client, url string) bool {
	resp, err := c.Get(url)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// A supervisor's rounds have no end.
func supervise(addr string, handle func(net.Conn) error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			err = handle(conn)
		}
		if err != nil {
			time.Sleep(time.Second)
		}
	}
}

// Only a conflict is tried again.
var errConflict = errors.New("conflict")

func swap(update func(old []byte) error, read func() []byte) error {
	var err error
	for range 5 {
		err = update(read())
		if !errors.Is(err, errConflict) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// The number of what is registered is counted, not the attempts.
func registered(list func() ([]string, error), want int) ([]string, error) {
	for attempt := range 10 {
		if attempt > 0 {
			time.Sleep(time.Second)
		}
		names, err := list()
		if err != nil {
			return nil, err
		}
		missing := 0
		for _, name := range names {
			if _, err := os.Stat(name); err != nil {
				missing++
			}
		}
		if len(names)-missing >= want {
			return names, nil
		}
	}
	return nil, errors.New("not all are registered")
}

// The cap of a delay is no count of attempts.
func cappedDelay(addr string, limit time.Duration) error {
	delay := time.Second
	for {
		_, err := net.Dial("tcp", addr)
		if err == nil {
			return nil
		}
		if delay > limit {
			return err
		}
		time.Sleep(delay)
		delay *= 2
	}
}

// Nobody waits for the goroutine to give up.
func listen(addr string, serve func(net.Listener)) {
	go func() {
		for range 5 {
			l, err := net.Listen("tcp", addr)
			if err == nil {
				serve(l)
				return
			}
			log.Println("listening:", err)
			time.Sleep(time.Second)
		}
		log.Println("not listening on", addr)
	}()
}
