// Package delaycap holds delays that grow without a maximum, or past one.
package delaycap

import (
	"context"
	"math"
	"math/rand/v2"
	"net"
	"time"
)

const maxDelay = time.Minute

func doubled(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	delay := time.Second
	for {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil || ctx.Err() != nil {
			return conn, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(delay):
		}
		delay *= 2
	}
}

func shifted(addr string, attempts int) (conn net.Conn, err error) {
	for i := 0; i < attempts; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(1<<i) * time.Second)
	}
	return nil, err
}

// Twenty attempts are ready to wait that long.
func refusedTwenty(addr string) (conn net.Conn, err error) {
	delay := 100 * time.Millisecond
	for range 20 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay = delay * 2
	}
	return nil, err
}

func seventy(addr string) (conn net.Conn, err error) {
	for i := range 70 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second)
	}
	return nil, err
}

// The next delay is made of the last one by way of another variable.
func detour(addr string, attempts int) (conn net.Conn, err error) {
	wait := time.Second
	for i := 0; i < attempts; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(wait + rand.N(wait))
		next := wait + wait/2
		wait = next
	}
	return nil, err
}

func viaGoto(addr string) (net.Conn, error) {
	delay := time.Second
again:
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(delay)
		delay <<= 1
		goto again
	}
	return conn, nil
}

// A floor is no maximum, and neither is a test for the first attempt.
func floor(addr string, attempts int, base time.Duration) (conn net.Conn, err error) {
	for attempt := range attempts {
		if attempt > 0 {
			delay := base << attempt
			if delay < time.Second {
				delay = time.Second
			}
			time.Sleep(delay)
		}
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// The maximum is applied to what is multiplied afterwards.
func before(addr string, attempts int, base time.Duration) (conn net.Conn, err error) {
	for i := 0; i < attempts; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(min(base, maxDelay) * (1 << i))
	}
	return nil, err
}

// Backoff has a limit that nothing looks at.
type Backoff struct {
	Base, MaxBackoff time.Duration
	attempt          int
}

func (b *Backoff) next() time.Duration {
	d := b.Base << b.attempt
	b.attempt++
	return d
}

func unread(addr string) (conn net.Conn, err error) {
	b := Backoff{Base: time.Second, MaxBackoff: maxDelay}
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(b.next())
	}
}

// The maximum comes when the shift has overflowed.
func late(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		delay := time.Second << attempt
		if delay > maxDelay {
			delay = maxDelay
		}
		time.Sleep(delay)
	}
}

func lateMin(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(min(delay, maxDelay))
		delay *= 2
	}
}

// The conversion of a float64 that is too large comes before the maximum.
func lateFloat(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		delay := time.Duration(math.Pow(2, float64(attempt))) * time.Second
		time.Sleep(min(delay, maxDelay))
	}
}

func pause(attempt int) time.Duration {
	return time.Duration(math.Exp2(float64(attempt))) * time.Millisecond
}

func helper(addr string, attempts int) (conn net.Conn, err error) {
	for i := 0; i < attempts; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(pause(i))
	}
	return nil, err
}

// ExponentialBackoff is for others to call.
func ExponentialBackoff(attempt int) time.Duration {
	return time.Second << attempt
}

// NewBackoff gives a function to others.
func NewBackoff(base, most time.Duration) func(attempt uint) time.Duration {
	return func(attempt uint) time.Duration {
		d := base * time.Duration(1<<attempt)
		return min(d, most)
	}
}

// Doubled in a loop of its own.
func DelayOf(attempt int) time.Duration {
	return time.Duration(float64(time.Second) * math.Pow(1.5, float64(attempt-1)))
}

func reconnect(ctx context.Context, run func(ctx context.Context, c net.Conn) error, addr string) {
	failures := 0
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			failures++
			time.Sleep(time.Duration(1<<failures) * time.Second)
			continue
		}
		failures = 0
		_ = run(ctx, conn)
	}
}

// The delay starts anew after a success.
func again(ctx context.Context, run func(context.Context) error) {
	const first = 500 * time.Millisecond
	delay := first
	for ctx.Err() == nil {
		if _, err := net.Dial("tcp", "localhost:80"); err == nil {
			delay = first
			_ = run(ctx)
			continue
		}
		time.Sleep(delay)
		delay = time.Duration(float64(delay) * 1.5)
	}
}

// It may begin anywhere.
func refusedStart(addr string, delay time.Duration) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay)
		delay *= 2
	}
}

// It begins with half a minute.
func refusedHigh(addr string) net.Conn {
	delay := 30 * time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay)
		delay *= 2
	}
}
