// Package silent holds delays that differ from client to client, and attempts
// for which that does not matter.
package silent

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"log"
	"math/rand"
	randv2 "math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"
)

func fullJitter(addr string) (conn net.Conn, err error) {
	delay := 100 * time.Millisecond
	for range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(randv2.N(delay))
		delay = min(delay*2, 10*time.Second)
	}
	return nil, err
}

func addedJitter(addr string) (conn net.Conn, err error) {
	for i := range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second<<i + time.Duration(rand.Int63n(int64(time.Second))))
	}
	return nil, err
}

func throughLocals(addr string) (conn net.Conn, err error) {
	for i := range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		share := rand.Float64()
		base := time.Second << i
		wait := base/2 + time.Duration(share*float64(base)/2)
		time.Sleep(wait)
	}
	return nil, err
}

func jitter(d time.Duration) time.Duration {
	return d/2 + time.Duration(rand.Int63n(int64(d)))
}

func throughHelper(addr string) (conn net.Conn, err error) {
	for i := range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(jitter(time.Second << i))
	}
	return nil, err
}

func spread(d time.Duration) time.Duration { return jitter(d) }

func throughTwoHelpers(addr string) (conn net.Conn, err error) {
	for i := range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		d := spread(time.Second << i)
		time.Sleep(d)
	}
	return nil, err
}

type backoff struct {
	rng  *rand.Rand
	next time.Duration
}

func (b *backoff) advance() time.Duration {
	d := b.next + time.Duration(b.rng.Int63n(int64(b.next)))
	b.next *= 2
	return d
}

func throughMethod(addr string, b *backoff) (conn net.Conn, err error) {
	for range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(b.advance())
	}
	return nil, err
}

type dialer struct {
	delay time.Duration
}

func (d *dialer) throughField(addr string) (conn net.Conn, err error) {
	for range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		d.delay = randv2.N(10 * time.Second)
		time.Sleep(d.delay)
	}
	return nil, err
}

func throughClosure(addr string) (conn net.Conn, err error) {
	next := func(i int) time.Duration { return time.Second<<i + randv2.N(time.Second) }
	for i := range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(next(i))
	}
	return nil, err
}

func sleepWithJitter(d time.Duration) { time.Sleep(d + randv2.N(d)) }

func inWaitingHelper(addr string) (conn net.Conn, err error) {
	for range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		sleepWithJitter(time.Second)
	}
	return nil, err
}

func cryptoRandom(addr string) (conn net.Conn, err error) {
	for range 8 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		var b [8]byte
		crand.Read(b[:])
		time.Sleep(time.Duration(binary.LittleEndian.Uint64(b[:]) % uint64(time.Second)))
	}
	return nil, err
}

func cancellable(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second + randv2.N(time.Second)):
		}
	}
}

func timer(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		t := time.NewTimer(jitter(time.Second))
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, ctx.Err()
		case <-t.C:
		}
	}
}

// The server says how long.
func retryAfter(url string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || attempt == 3 {
			return resp, err
		}
		resp.Body.Close()
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}

// A local operation meets no crowd.
func local(name string) (f *os.File, err error) {
	for range 5 {
		if f, err = os.Open(name); err == nil {
			return f, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// No wait, no jitter.
func atOnce(addr string) (conn net.Conn, err error) {
	for range 2 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// A delay that the caller computes may have jitter.
func callersDelay(addr string, next func(int) time.Duration) (conn net.Conn, err error) {
	for i := range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(next(i))
	}
	return nil, err
}

type policy interface {
	Next(attempt int) time.Duration
}

func byInterface(addr string, p policy) (conn net.Conn, err error) {
	for i := range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(p.Next(i))
	}
	return nil, err
}

// A poll asks how far the others are.
func poll(url string) error {
	for {
		ok, err := ready(url)
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func ready(url string) (bool, error) {
	resp, err := http.Get(url)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	return resp.Header.Get("Phase") == "done", nil
}

// Periodic work is no retry.
func periodic(addr string) {
	for range time.Tick(time.Minute) {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			continue
		}
		conn.Close()
	}
}

func increment(n *atomic.Int64) {
	for {
		old := n.Load()
		if n.CompareAndSwap(old, old+1) {
			return
		}
		time.Sleep(time.Microsecond)
	}
}
