// Package reports holds failures that get lost.
package reports

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

func nilAtTheEnd(addr string) error {
	for range 5 {
		_, err := net.Dial("tcp", addr) // want `nil is returned: the failure reads as success`
		if err == nil {
			return nil
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return nil
}

func brokenOutOf(addr string) (net.Conn, error) {
	for i := 0; i < 3; i++ {
		conn, err := net.Dial("tcp", addr) // want `nil is returned: the failure reads as success`
		if err != nil {
			continue
		}
		return conn, nil
	}
	return nil, nil
}

func shadowed(addr string, n int) (net.Conn, error) {
	var err error
	for i := 0; i < n; i++ {
		conn, err := net.Dial("tcp", addr) // want `the error of net.Dial goes to an inner err, but the outer one is returned`
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func shadowedNamed(addr string) (conn net.Conn, err error) {
	for range 4 {
		if conn, err := net.Dial("tcp", addr); err == nil { // want `the error of net.Dial goes to an inner err, but the outer one is returned`
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return
}

func shadowedBeforeCheck(addr string) error {
	var err error
	for range 4 {
		if c, err := net.Dial("tcp", addr); err == nil { // want `nil is returned: the failure reads as success`
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	return nil
}

func neverTrue(addr string) error {
	const tries = 5
	var i int
	for i = range tries {
		c, err := net.Dial("tcp", addr) // want `nil is returned: the failure reads as success`
		if err == nil {
			c.Close()
			break
		}
		time.Sleep(time.Second)
	}
	if i == tries {
		return errors.New("no connection")
	}
	return nil
}

func neverAssigned(addr string) error {
	var last error
	for range 3 {
		c, err := net.Dial("tcp", addr) // want `when the last attempt of net.Dial fails, last is nil where it is returned: the failure reads as success`
		if err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	return last
}

func atTheLimit(addr string, max int) error {
	for i := 0; ; i++ {
		c, err := net.Dial("tcp", addr) // want `nil is returned: the failure reads as success`
		if err == nil {
			return c.Close()
		}
		if i >= max {
			log.Print("giving up")
			return nil
		}
		time.Sleep(time.Second)
	}
}

func mayNotStart(ctx context.Context, addr string) (net.Conn, error) {
	var last error
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr) // want `before the first attempt of net.Dial, (last|err) is still nil where it is returned: nothing was done, and it reads as success`
		if err == nil {
			return conn, nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return nil, last
}

type Backoff struct{ left int }

func (b *Backoff) Ongoing() bool { return b.left > 0 }

func (b *Backoff) Wait() { b.left--; time.Sleep(time.Second) }

func libraryBackoff(b *Backoff, addr string) error {
	var err error
	for b.Ongoing() {
		var c net.Conn
		if c, err = net.Dial("tcp", addr); err == nil { // want `before the first attempt of net.Dial, (last|err) is still nil where it is returned: nothing was done, and it reads as success`
			return c.Close()
		}
		b.Wait()
	}
	return err
}

func replacedByAttempts(addr string) error {
	for range 10 {
		if c, err := net.Dial("tcp", addr); err == nil { // want `no error of (net.Dial|d.DialContext) is returned, logged or kept: the one returned at the end does not say why all attempts failed`
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("no connection")
}

var ErrTimeout = errors.New("timeout")

func replacedByTimeout(ctx context.Context, hosts []string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		for _, host := range hosts {
			var d net.Dialer
			c, err := d.DialContext(ctx, "tcp", host) // want `no error of (net.Dial|d.DialContext) is returned, logged or kept: the one returned at the end does not say why all attempts failed`
			if err == nil {
				return c.Close()
			}
			if errors.Is(err, os.ErrPermission) {
				return err
			}
		}
		time.Sleep(time.Second)
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return ErrTimeout
	}
	return context.Canceled
}

func replacedByDeadline(addr string) error {
	deadline := time.Now().Add(time.Minute)
	for {
		c, err := net.Dial("tcp", addr) // want `no error of (net.Dial|d.DialContext) is returned, logged or kept: the one returned at the end does not say why all attempts failed`
		if err == nil {
			return c.Close()
		}
		if time.Now().After(deadline) {
			return ErrTimeout
		}
		time.Sleep(time.Second)
	}
}

func neverAssignedButAsked(ctx context.Context, addr string) error {
	var err error
	for ctx.Err() == nil {
		c, err := net.Dial("tcp", addr) // want `the error of net.Dial goes to an inner err, while the outer one, which nothing is ever assigned to, is looked at after the loop`
		if err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	return ctx.Err()
}

// A retrier of this package.
func retry(n int, f func() error) error {
	var err error
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

func IgnoreNotFound(err error) error { return ignoreMissing(err) }

func inverted(name string) error {
	return retry(5, func() error {
		b, err := os.ReadFile(name)
		if err != nil {
			if IgnoreNotFound(err) != nil {
				return nil // want `IgnoreNotFound\(err\) is not nil for every error but the one to ignore, and for those this returns nil: they are lost and not tried again`
			}
			return err
		}
		return os.WriteFile(name, b[1:], 0o600)
	})
}

func swallowed(name, addr string) error {
	return retry(5, func() error {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			return nil // want `the retried function returns nil although net.Dial failed: it is not tried again, and nobody learns of it`
		}
		_, err = c.Write([]byte(name))
		return err
	})
}

// A poll that goes on in spite of errors, and then tells of the time only.
func replacedInPoll(url string, wait time.Duration) error {
	deadline := time.Now().Add(wait)
	for time.Now().Before(deadline) {
		resp, err := http.Get(url) // want `no error of http.Get is returned, logged or kept: the one returned at the end does not say that attempts failed, and why`
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusNoContent {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("%s is not ready after %v", url, wait)
}

func replacedByState(url string) error {
	for range 10 {
		if resp, err := http.Get(url); err == nil && resp.StatusCode < 300 { // want `no error of http.Get is returned, logged or kept`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("not ready")
}

// The limit is a product.
func replacedBySteps(addr string, wait time.Duration) error {
	const step = 500 * time.Millisecond
	for i := 1; ; i++ {
		c, err := net.Dial("tcp", addr) // want `no error of net.Dial is returned, logged or kept`
		if err == nil {
			return c.Close()
		}
		if time.Duration(i)*step > wait {
			return fmt.Errorf("no connection to %s", addr)
		}
		time.Sleep(step)
	}
}

// What ends the loop is how long the next wait would be.
func replacedByCeiling(addr string) error {
	n := 0
	for {
		if c, err := net.Dial("tcp", addr); err == nil { // want `no error of net.Dial is returned, logged or kept`
			return c.Close()
		}
		wait := time.Duration(math.Pow(2, float64(n))) * time.Second
		if wait > time.Minute {
			break
		}
		time.Sleep(wait)
		n++
	}
	return errors.New("no connection")
}

// The connection is nil where no attempt succeeded.
func replacedForNil(addr string) error {
	var conn net.Conn
	for range 5 {
		var err error
		if conn, err = net.Dial("tcp", addr); err == nil { // want `no error of net.Dial is returned, logged or kept`
			break
		}
		time.Sleep(time.Second)
	}
	if conn == nil {
		return errors.New("no connection")
	}
	return conn.Close()
}

func overwritten(addr string) (conn net.Conn, err error) {
	for i := 0; ; i++ {
		conn, err = net.Dial("tcp", addr) // want `no error of net.Dial is returned, logged or kept`
		if err == nil {
			return conn, nil
		}
		if i == 4 {
			err = errors.New("no connection")
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func askedForItsText(addr string) error {
	for range 5 {
		c, err := net.Dial("tcp", addr) // want `no error of net.Dial is returned, logged or kept`
		if err == nil {
			return c.Close()
		}
		if strings.Contains(err.Error(), "in progress") {
			time.Sleep(time.Second)
		}
		time.Sleep(time.Second)
	}
	return errors.New("no connection")
}

// A poller of this package.
func waitFor(wait time.Duration, done func() (bool, error)) error {
	deadline := time.Now().Add(wait)
	for {
		ok, err := done()
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		if time.Now().After(deadline) {
			return ErrTimeout
		}
		time.Sleep(time.Second)
	}
}

func notYet(addr string) error {
	return waitFor(time.Minute, func() (bool, error) {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			return false, nil // want `no error of net.Dial is returned, logged or kept: when the time is up, nobody learns that it failed, or why`
		}
		return true, c.Close()
	})
}

func answered(addr string) error {
	return waitFor(time.Minute, func() (bool, error) {
		_, err := net.Dial("tcp", addr)
		return err == nil, nil // want `no error of net.Dial is returned, logged or kept: when the time is up, nobody learns that it failed, or why`
	})
}

// At this level nobody sees it unless they ask for it.
func whispered(addr string) error {
	for i := range 5 {
		c, err := net.Dial("tcp", addr) // want `no error of net.Dial is returned, logged or kept`
		if err == nil {
			return c.Close()
		}
		slog.Debug("no connection", "attempt", i, "err", err)
		time.Sleep(time.Second)
	}
	return errors.New("no connection")
}

type leveled int

func (l leveled) V(n int) leveled { return l + leveled(n) }

func (l leveled) Info(args ...any) {
	if l < 2 {
		log.Print(args...)
	}
}

func whisperedInPoll(l leveled, addr string) error {
	return waitFor(time.Minute, func() (bool, error) {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			l.V(4).Info(fmt.Sprintf("not yet: %v", err))
			return false, nil // want `no error of net.Dial is returned, logged or kept: when the time is up, nobody learns that it failed, or why`
		}
		return true, c.Close()
	})
}

// Nothing says that it did not work.
func register(addr string) {
	for range 5 {
		c, err := net.Dial("tcp", addr) // want `no error of net.Dial is returned, logged or kept: when the last attempt fails, nobody learns of it`
		if err == nil {
			c.Close()
			return
		}
		time.Sleep(time.Second)
	}
}

func local(addr string) string {
	for range 5 {
		if c, err := net.Dial("tcp", addr); err == nil { // want `no error of net.Dial is returned, logged or kept: when the last attempt fails, nobody learns of it`
			return c.LocalAddr().String()
		}
		time.Sleep(time.Second)
	}
	return ""
}

// The caller's time is up: that is all that it learns.
func replacedByCallersTimeout(ctx context.Context, addr string) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		c, err := net.Dial("tcp", addr) // want `no error of net.Dial is returned, logged or kept`
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("timed out waiting for %s", addr)
		case <-tick.C:
		}
	}
}

// An empty address is all that says that nobody answered, and it is dialled.
func resolve(name string) string {
	for range 5 {
		list, err := net.LookupHost(name) // want `when the last attempt of net.LookupHost fails, "" is returned, and a caller goes on with that`
		if err == nil {
			return list[0]
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return ""
}

func greet(name string) error {
	addr := resolve(name)
	log.Print("found ", addr)
	resp, err := http.Post("http://gateway", "text/plain", strings.NewReader(addr))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type account struct{ name string }

func find(name string) *account {
	for range 5 {
		resp, err := http.Get("http://accounts/" + name) // want `when the last attempt of http.Get fails, nil is returned, and a caller goes on with that`
		if err == nil {
			resp.Body.Close()
			return &account{resp.Status}
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return nil
}

func nameOf(name string) string {
	a := find(name)
	return a.name
}

// Two functions that repeat each other: the first knows the error, the second
// gives up.
type session struct{ tries int }

func (s *session) open(addr string) error {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return s.reopen(addr)
	}
	return c.Close()
}

func (s *session) reopen(addr string) error {
	if s.tries < 5 {
		s.tries++
		time.Sleep(time.Second)
		return s.open(addr) // want `no error of net.Dial is returned, logged or kept: the one returned at the end does not say why all attempts failed`
	}
	return ErrTimeout
}

func again(addr string, left int) error {
	if left == 0 {
		return errors.New("no connection")
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second)
		return again(addr, left-1) // want `no error of net.Dial is returned, logged or kept`
	}
	return c.Close()
}
