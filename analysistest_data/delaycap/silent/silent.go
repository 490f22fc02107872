// Package silent holds growing delays that something holds.
package silent

import (
	"context"
	"math"
	"math/bits"
	"net"
	"time"
)

const maxDelay = time.Minute

func capped(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay = min(delay*2, maxDelay)
	}
}

func compared(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		if delay *= 2; delay > maxDelay {
			delay = maxDelay
		}
	}
}

func guarded(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		if delay < maxDelay {
			delay *= 2
		}
	}
}

func gives(addr string) (net.Conn, error) {
	for delay := time.Second; delay < maxDelay; delay *= 2 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
	}
	return nil, context.DeadlineExceeded
}

// Few attempts need no maximum.
func few(addr string) (conn net.Conn, err error) {
	for i := range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second << i)
	}
	return nil, err
}

// Ten doublings of a millisecond are a second.
func small(addr string) (conn net.Conn, err error) {
	delay := time.Millisecond
	for range 12 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay *= 2
	}
	return nil, err
}

func fewOf(addr string, attempts int) (conn net.Conn, err error) {
	for i := 0; i < attempts; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(1<<i) * 100 * time.Millisecond)
	}
	return nil, err
}

func callsFewOf(addr string) { _, _ = fewOf(addr, 4); _, _ = fewOf(addr, 8) }

func linear(addr string, attempts int) (conn net.Conn, err error) {
	for i := 0; i < attempts; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return nil, err
}

func clampedStep(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		shift := attempt
		if shift > 6 {
			shift = 6
		}
		time.Sleep(time.Second << shift)
	}
}

func minStep(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second << min(attempt, 6))
	}
}

func countsTo(addr string) (conn net.Conn, err error) {
	n := 0
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second << n)
		if n < 5 {
			n++
		}
	}
}

func firstFew(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		delay := maxDelay
		if attempt < 5 {
			delay = time.Second << attempt
		}
		time.Sleep(delay)
	}
}

func modulo(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second << (attempt % 6))
	}
}

// The sign is looked at, too.
func signed(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		delay := time.Second << attempt
		if delay <= 0 || delay > maxDelay {
			delay = maxDelay
		}
		time.Sleep(delay)
	}
}

// A float64 does not overflow.
func float(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		secs := math.Min(math.Pow(2, float64(attempt)), 60)
		time.Sleep(time.Duration(secs * float64(time.Second)))
	}
}

// Some conditions are no if statements.
func flag(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for {
		grow := delay < maxDelay
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		if grow {
			delay *= 2
		}
	}
}

func switched(addr string) (conn net.Conn, err error) {
	for attempt := 0; ; attempt++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		var delay time.Duration
		switch {
		case attempt < 6:
			delay = time.Second << attempt
		default:
			delay = maxDelay
		}
		time.Sleep(delay)
	}
}

// The deadline ends it before the delay is long.
func until(ctx context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var d net.Dialer
	for delay := time.Second; ; delay *= 2 {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(delay):
		}
	}
}

func unlessLimited(addr string, most float64, attempts int) (conn net.Conn, err error) {
	for i := 0; i < attempts; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		wait := float64(time.Second) * math.Pow(2, float64(i))
		if most > 0 {
			wait = math.Min(most, wait)
		}
		time.Sleep(time.Duration(wait))
	}
	return nil, err
}

type backoff struct {
	cur, most time.Duration
	n         int
}

func (b *backoff) next() time.Duration {
	d := b.cur
	b.cur *= 2
	return d
}

func (b *backoff) hold() {
	if b.cur > b.most {
		b.cur = b.most
	}
}

func field(addr string) (conn net.Conn, err error) {
	b := backoff{cur: time.Second, most: maxDelay}
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(b.next())
		b.hold()
	}
}

func pause(attempt int) time.Duration {
	if attempt > 6 {
		return maxDelay
	}
	return time.Second << attempt
}

func helper(addr string) (conn net.Conn, err error) {
	for i := 0; ; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(pause(i))
	}
}

// RetryDelay holds the attempt before it shifts.
func RetryDelay(attempt int) time.Duration {
	if attempt > 10 {
		attempt = 10
	}
	return time.Millisecond << attempt
}

// RetryPause looks at how much room there is.
func RetryPause(base time.Duration, attempt int) time.Duration {
	if bits.Len64(uint64(base))+attempt > 62 {
		return maxDelay
	}
	return min(base<<attempt, maxDelay)
}

// RetryFloat compares the value before it converts it.
func RetryFloat(attempt int) time.Duration {
	f := math.Pow(2, float64(attempt)) * float64(time.Second)
	if f > float64(maxDelay) {
		return maxDelay
	}
	return time.Duration(f)
}

// Resolution has to do with no retry.
func Resolution(exponent uint) time.Duration { return time.Second << exponent }

// notCalled is what nobody uses for a site.
func notCalled(attempt int) time.Duration { return time.Second << attempt }

var _ = notCalled(3)

var delays = []time.Duration{time.Second, 5 * time.Second}

func table(addr string) (conn net.Conn, err error) {
	for i := 0; ; i++ {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delays[i%len(delays)])
	}
}
