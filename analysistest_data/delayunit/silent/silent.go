// Package silent holds delays with units.
package silent

import (
	"math"
	"math/rand"
	"net"
	"sync/atomic"
	"time"
)

const (
	maxDelay = time.Minute
	minDelay = time.Second
	tick     = 50 * time.Nanosecond
)

func units(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(5 * time.Second)
	}
	return nil, err
}

func nanoseconds(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(500 * time.Nanosecond)
	}
	return nil, err
}

func none(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(0)
	}
	return nil, err
}

// A pause that lets others run.
func spin(ready *atomic.Bool) {
	for !ready.Load() {
		time.Sleep(1)
	}
}

type config struct {
	RetrySeconds int
	Interval     time.Duration // a count of seconds, as the file has it
	Pause        int64         // nanoseconds
	WaitMs       time.Duration
}

func named(c config, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(c.RetrySeconds) * time.Second)
		time.Sleep(time.Second * time.Duration(c.RetrySeconds))
		time.Sleep(time.Duration(c.Pause))
		time.Sleep(time.Duration(c.WaitMs))
		secs := time.Duration(c.RetrySeconds)
		time.Sleep(secs * time.Second)
	}
	return nil, err
}

func counts(c config, n int, given time.Duration) []time.Duration {
	count := time.Duration(n)
	three := time.Duration(3)
	power := time.Duration(math.Pow(2, float64(n)))
	ratio := time.Minute / time.Second
	left := 10 * time.Second / 4
	return []time.Duration{
		count * time.Second,
		three * time.Second,
		power * time.Second,
		c.Interval * time.Second,
		given * time.Millisecond,
		left * ratio,
		left * time.Duration(n),
		time.Duration(given.Seconds()) * time.Second,
		time.Duration(int64(time.Minute)/int64(time.Second)) * time.Second,
		tick * 2,
	}
}

func capped(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(max(delay, minDelay))
		delay = min(delay*2, maxDelay)
	}
	return nil, err
}

func floored(addr string) (conn net.Conn, err error) {
	delay := 10 * time.Millisecond
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if delay < minDelay {
			delay = minDelay
		}
		time.Sleep(delay)
		if delay < maxDelay {
			delay *= 2
		}
	}
	return nil, err
}

// The greatest of some is no maximum of the delay.
func greatest(all []time.Duration) time.Duration {
	var maxSeen time.Duration
	for _, d := range all {
		maxSeen = max(maxSeen, d)
	}
	return maxSeen
}

func jitter(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay + time.Duration(rand.Int63n(100))*time.Millisecond)
		time.Sleep(delay + time.Duration(rand.Int63n(int64(delay))))
		time.Sleep(time.Millisecond + time.Duration(rand.Intn(1e7)))
		delay = min(2*delay, maxDelay)
	}
	return nil, err
}

// The random part has its unit afterwards.
func later(n int) time.Duration {
	return (time.Duration(n) + time.Duration(rand.Intn(10))) * time.Second
}

type client struct{ unit time.Duration }

const patience = 90

// A count times a unit that a field holds is a duration.
func (c *client) connect(addr string) error {
	return c.again(c.unit*patience, func() error {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return err
		}
		return conn.Close()
	})
}

func (c *client) again(wait time.Duration, op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}
