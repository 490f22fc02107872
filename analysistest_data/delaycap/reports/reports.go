// Package reports holds delays that grow without a maximum, or past one.
package reports

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
		select { // want `the delay between attempts of d.DialContext grows by a factor each time and has no maximum: a long outage makes it hours`
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
		time.Sleep(time.Duration(1<<i) * time.Second) // want `has no maximum`
	}
	return nil, err
}

func twenty(addr string) (conn net.Conn, err error) {
	delay := 100 * time.Millisecond
	for range 20 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay) // want `it reaches 7h16m54s before the last of 20 attempts`
		delay = delay * 2
	}
	return nil, err
}

func seventy(addr string) (conn net.Conn, err error) {
	for i := range 70 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second) // want `it overflows within the 70 attempts`
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
		time.Sleep(wait + rand.N(wait)) // want `has no maximum`
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
		time.Sleep(delay) // want `has no maximum`
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
			time.Sleep(delay) // want `has no maximum`
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
		time.Sleep(min(base, maxDelay) * (1 << i)) // want `has no maximum`
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
		time.Sleep(b.next()) // want `has no maximum`
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
		time.Sleep(delay) // want `the delay can overflow before the maximum is applied, since nothing bounds the attempts: it is then zero or negative, and net.Dial is tried again at once`
	}
}

func lateMin(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(min(delay, maxDelay)) // want `can overflow before the maximum is applied`
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
		time.Sleep(min(delay, maxDelay)) // want `can overflow`
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
		time.Sleep(pause(i)) // want `has no maximum`
	}
	return nil, err
}

// ExponentialBackoff is for others to call.
func ExponentialBackoff(attempt int) time.Duration {
	return time.Second << attempt // want `^time.Second << attempt grows without a maximum: after some thirty attempts the delay is years, then it overflows and there is none$`
}

// NewBackoff gives a function to others.
func NewBackoff(base, most time.Duration) func(attempt uint) time.Duration {
	return func(attempt uint) time.Duration {
		d := base * time.Duration(1<<attempt) // want `1 << attempt can overflow before the maximum is applied`
		return min(d, most)
	}
}

// Doubled in a loop of its own.
func DelayOf(attempt int) time.Duration {
	return time.Duration(float64(time.Second) * math.Pow(1.5, float64(attempt-1))) // want `without a maximum`
}

func reconnect(ctx context.Context, run func(ctx context.Context, c net.Conn) error, addr string) {
	failures := 0
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			failures++
			time.Sleep(time.Duration(1<<failures) * time.Second) // want `has no maximum`
			continue
		}
		failures = 0
		_ = run(ctx, conn)
	}
}
