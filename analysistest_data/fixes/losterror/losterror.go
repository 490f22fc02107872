// Package losterror holds failures that get lost.
package losterror

import (
	"context"
	"errors"
	"log"
	"net"
	"os"
	"time"
)

func nilAtTheEnd(addr string) error {
	for range 5 {
		_, err := net.Dial("tcp", addr)
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
		conn, err := net.Dial("tcp", addr)
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
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func shadowedNamed(addr string) (conn net.Conn, err error) {
	for range 4 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return
}

func shadowedBeforeCheck(addr string) error {
	var err error
	for range 4 {
		if c, err := net.Dial("tcp", addr); err == nil {
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
		c, err := net.Dial("tcp", addr)
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
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	return last
}

func atTheLimit(addr string, max int) error {
	for i := 0; ; i++ {
		c, err := net.Dial("tcp", addr)
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
		conn, err := net.Dial("tcp", addr)
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
		if c, err = net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
		b.Wait()
	}
	return err
}

func replacedByAttempts(addr string) error {
	for range 10 {
		if c, err := net.Dial("tcp", addr); err == nil {
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
			c, err := d.DialContext(ctx, "tcp", host)
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
		c, err := net.Dial("tcp", addr)
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
		c, err := net.Dial("tcp", addr)
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
				return nil
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
			return nil
		}
		_, err = c.Write([]byte(name))
		return err
	})
}

// The error that is at hand is not returned.
func inSight(addr string) error {
	var c net.Conn
	var err error
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return nil
}

// Only the error is new.
func onlyError(name string) error {
	var err error
	for range 5 {
		if err := os.Remove(name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What is not to be ignored is made good, perhaps.
func refusedInverted(name string) error {
	return retry(5, func() error {
		b, err := os.ReadFile(name)
		if IgnoreNotFound(err) != nil {
			return nil
		}
		return os.WriteFile(name, append(b, '.'), 0o600)
	})
}

// Something else may be in it by then.
func refusedOther(addr string) error {
	var c net.Conn
	var err error
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
		log.Print(err)
		_, err = net.LookupHost(addr)
		time.Sleep(time.Second)
	}
	return nil
}
