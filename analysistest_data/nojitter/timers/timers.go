// Package timers waits for timers that are set anew each round.
package timers

import (
	"context"
	"math/rand"
	"net"
	"time"
)

func jitter(d time.Duration) time.Duration {
	return d/2 + time.Duration(rand.Int63n(int64(d)))
}

func reset(ctx context.Context, addr string) (net.Conn, error) {
	t := time.NewTimer(0)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.C:
		}
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		t.Reset(jitter(5 * time.Second))
	}
}

func resetFixed(ctx context.Context, addr string) (net.Conn, error) {
	t := time.NewTimer(0)
	defer t.Stop()
	for {
		select { // want `^the delay of 5s between attempts of net\.Dial has no jitter`
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.C:
		}
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		t.Reset(5 * time.Second)
	}
}
