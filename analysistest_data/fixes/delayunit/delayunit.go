// Package delayunit holds delays in the wrong unit or direction.
package delayunit

import (
	"context"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"net"
	"time"
)

const maxDelay = time.Minute

func bare(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(5)
	}
	return nil, err
}

const retryDelay = 100

func bareNamed(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-time.After(retryDelay):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}

func bareVariable(addr string) (conn net.Conn, err error) {
	pause := 10
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(pause))
	}
	return nil, err
}

type config struct {
	RetrySeconds int
	delayMs      int64
}

func named(c config, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(c.RetrySeconds))
	}
	return nil, err
}

func namedLocal(c config, addr string) (conn net.Conn, err error) {
	wait := time.Duration(c.delayMs)
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(wait)
	}
	return nil, err
}

func squared(addr string) (conn net.Conn, err error) {
	backoff := time.Second
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(backoff)
		backoff *= 2 * time.Second
	}
	return nil, err
}

func squaredOnce(start time.Time) time.Duration {
	passed := time.Since(start)
	pause := 100 * time.Millisecond
	a := passed * pause
	b := time.Duration(float64(pause)*1.5) * time.Second
	return a + b
}

func wrongWay(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay = max(delay*2, maxDelay)
	}
	return nil, err
}

func wrongWayFloat(addr string, limit float64) (conn net.Conn, err error) {
	for i := range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		secs := math.Max(math.Pow(2, float64(i)), limit)
		time.Sleep(time.Duration(secs * float64(time.Second)))
	}
	return nil, err
}

func wrongComparison(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay)
		delay *= 2
		if delay < maxDelay {
			delay = maxDelay
		}
	}
	return nil, err
}

func tiny(addr string) (conn net.Conn, err error) {
	delay := time.Second
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(delay + time.Duration(rand.Int63n(100)))
		delay = min(2*delay, maxDelay)
	}
	return nil, err
}

func tinyPart(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(30*time.Second + randv2.N(time.Millisecond))
	}
	return nil, err
}

// Half of it has the unit, if anything has.
func refusedPart(c config, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Duration(c.RetrySeconds) / 2)
	}
	return nil, err
}
