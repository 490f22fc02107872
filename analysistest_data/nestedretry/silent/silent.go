// Package silent holds attempts that do not multiply, or by little.
package silent

import (
	"context"
	"errors"
	"log"
	"net"
	"os"
	"time"

	"nestedretry/inner"
)

func tooFew(addr string) (conn net.Conn, err error) {
	for range 4 { // 4 x 2 = 8
		if conn, err = inner.Twice(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func noInner(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = inner.Once(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A supervisor around a bounded retry.
func reconnects(addr string) {
	for {
		conn, err := inner.Dial(addr)
		if err != nil {
			log.Print(err)
			time.Sleep(time.Minute)
			continue
		}
		serve(conn)
	}
}

func serve(conn net.Conn) {
	buf := make([]byte, 512)
	for {
		if _, err := conn.Read(buf); err != nil {
			conn.Close()
			return
		}
	}
}

// A local retry inside is cheap.
func openFile(name string) (f *os.File, err error) {
	for range 5 {
		if f, err = os.Open(name); err == nil {
			return f, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

func upload(name, addr string) error {
	f, err := openFile(name)
	if err != nil {
		return err
	}
	defer f.Close()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	return conn.Close()
}

func innerLocal(name, addr string) (err error) {
	for range 5 {
		if err = upload(name, addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// One after the other is a sum, not a product.
func oneAfterTheOther(addr, fallback string) (net.Conn, error) {
	conn, err := inner.Dial(addr)
	if err == nil {
		return conn, nil
	}
	return inner.Dial(fallback)
}

// Two implementations: nobody knows which.
type session interface{ open() error }

type tcp struct{ addr string }

func (s *tcp) open() (err error) {
	for range 3 {
		var conn net.Conn
		if conn, err = net.Dial("tcp", s.addr); err == nil {
			return conn.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

type none struct{}

func (none) open() error { return errors.New("none") }

func eitherOf(s session) (err error) {
	for range 5 {
		if err = s.open(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What runs in another goroutine is no attempt.
func background(addr string) (conn net.Conn, err error) {
	for range 5 {
		go func() {
			if c, err := inner.Dial(addr); err == nil {
				c.Close()
			}
		}()
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Work that retries each item does not multiply.
func each(addrs []string) (first error) {
	for _, addr := range addrs {
		conn, err := inner.Dial(addr)
		if err != nil {
			first = errors.Join(first, err)
			continue
		}
		conn.Close()
	}
	return first
}

func queue(addrs <-chan string) {
	for addr := range addrs {
		if conn, err := inner.Dial(addr); err == nil {
			conn.Close()
		}
	}
}

// A retry that is made once only.
func single(addr string) (conn net.Conn, err error) {
	for range 1 {
		if conn, err = inner.Dial(addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Each function that calls itself must end somewhere.
func a(addr string, n int) error {
	if n == 0 {
		return errors.New("end")
	}
	return b(addr, n-1)
}

func b(addr string, n int) error { return a(addr, n-1) }

func cycle(addr string) (err error) {
	for range 9 {
		if err = a(addr, 3); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Nothing tells how often the inner one tries.
func innerWithoutLimit(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 2 {
		if conn, err = patient(ctx, addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func patient(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func untilGood(limit time.Duration, f func() error) error {
	return until(limit, func() (bool, error) {
		return f() == nil, nil
	})
}

// A time ends it, and nothing counts how often it dials.
func dialsUntilGood(addr string) error {
	return untilGood(time.Minute, func() error {
		conn, err := inner.Dial(addr)
		if err != nil {
			return err
		}
		return conn.Close()
	})
}

var (
	errBusy   = errors.New("busy")
	errMoved  = errors.New("moved")
	errGaveUp = errors.New("gave up")
)

func ask(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return errBusy
	}
	conn.Close()
	return errMoved
}

// patiently tries busy servers again, and nothing else.
func patiently(addr string) error {
	for attempt := 1; ; attempt++ {
		err := ask(addr)
		if err != errBusy || attempt == 5 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// What the inner layer tries again, the outer does not.
func moved(addr string) error {
	for attempt := 1; ; attempt++ {
		err := patiently(addr)
		if !errors.Is(err, errMoved) || attempt == 5 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func givesUp(addr string) error {
	for range 5 {
		if err := ask(addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errGaveUp
}

// The inner layer's giving up ends the outer one.
func given(addr string) error {
	for attempt := 1; ; attempt++ {
		err := givesUp(addr)
		if err == nil || err == errGaveUp || attempt == 5 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// What ctx alone ends has no product.
func withoutLimit(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := inner.Dial(addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
