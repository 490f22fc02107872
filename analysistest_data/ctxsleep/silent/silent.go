// Package silent holds waits that cancellation ends, and such as nothing in
// reach could.
package silent

import (
	"context"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// Start-up code has nothing to ask.
func nothingInReach(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Nothing can cancel the background.
func background(addr string) (conn net.Conn, err error) {
	ctx := context.Background()
	var d net.Dialer
	for range 5 {
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func todo(addr string) (conn net.Conn, err error) {
	ctx := context.TODO()
	var d net.Dialer
	for range 5 {
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func backgroundWithValue(addr string) (conn net.Conn, err error) {
	type key struct{}
	ctx := context.WithValue(context.Background(), key{}, addr)
	var d net.Dialer
	for range 5 {
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func selects(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func timer(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		t := time.NewTimer(time.Second)
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, ctx.Err()
		case <-t.C:
		}
	}
	return nil, err
}

type server struct {
	stop chan struct{}
	addr string
}

func (s *server) stopChannel() (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", s.addr); err == nil {
			return conn, nil
		}
		select {
		case <-s.stop:
			return nil, net.ErrClosed
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

type call struct {
	context.Context
	addr string
}

func (c *call) embedded() (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", c.addr); err == nil {
			return conn, nil
		}
		select {
		case <-c.Done():
			return nil, c.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func inHelper(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if err := sleep(ctx, time.Second); err != nil {
			return nil, err
		}
	}
	return nil, err
}

func inHelpersHelper(ctx context.Context, addr string) (conn net.Conn, err error) {
	pause := func(d time.Duration) error { return sleep(ctx, d) }
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if err := pause(time.Second); err != nil {
			return nil, err
		}
	}
	return nil, err
}

func inPost(ctx context.Context, addr string) (conn net.Conn, err error) {
	for i := 0; i < 5 && ctx.Err() == nil; sleep(ctx, time.Second) {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		i++
	}
	return nil, err
}

func ticker(ctx context.Context, addr string) (net.Conn, error) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.C:
		}
	}
}

// What wakes the loop may well be the end of it.
func woken(ctx context.Context, wake <-chan string, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case addr = <-wake:
		case <-time.After(time.Minute):
		}
	}
	return nil, err
}

// Nobody notices.
func brief(ctx context.Context, name string) (f *os.File, err error) {
	for range 5 {
		if f, err = os.Open(name); err == nil {
			return f, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

// A context of another function is not in reach.
func useContext(ctx context.Context) { log.Print(ctx.Err()) }

func laterContext(addr string) {
	for range 5 {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			conn.Close()
			break
		}
		time.Sleep(time.Second)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	useContext(ctx)
}

// Work that takes its time is no retry.
func throttled(ctx context.Context, urls []string) error {
	for _, url := range urls {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil
}

func once(ctx context.Context) {
	time.Sleep(time.Second)
	useContext(ctx)
}

// A condition variable is no wait for time.
func condition(ctx context.Context, c *sync.Cond, ready func() bool) {
	c.L.Lock()
	for !ready() {
		c.Wait()
	}
	c.L.Unlock()
	useContext(ctx)
}
