package reports

import (
	"context"
	"net"
	"time"
)

// A clock that tests may set gives a timer and its channel by one call.
type alarm interface{ Stop() bool }

type clock interface {
	NewTimer(d time.Duration) (alarm, <-chan time.Time)
	NewTicker(d time.Duration) (alarm, <-chan time.Time)
}

type clocked struct {
	clock clock
	most  time.Duration
}

// The literal waits for as long as it is told; what Stop says is of no interest.
func (d *clocked) byLiteral(ctx context.Context, addr string) net.Conn {
	pause := func(length time.Duration) {
		t, ch := d.clock.NewTimer(length)
		select {
		case <-ctx.Done():
			t.Stop()
		case <-ch:
		}
	}
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		pause(5 * time.Second) // want `delay of 5s .* has no jitter`
	}
	return nil
}

func (d *clocked) pause(ctx context.Context, round int) {
	length := min(time.Duration(round*round)*time.Second, d.most)
	t, ch := d.clock.NewTimer(length)
	select {
	case <-ctx.Done():
		t.Stop()
	case <-ch:
	}
}

func (d *clocked) byMethod(ctx context.Context, addr string) net.Conn {
	for round := 1; ctx.Err() == nil; round++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		d.pause(ctx, round) // want `has no jitter`
	}
	return nil
}

func (d *clocked) byTicker(ctx context.Context, addr string) net.Conn {
	t, ch := d.clock.NewTicker(5 * time.Second)
	defer t.Stop()
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		select { // want `has no jitter`
		case <-ctx.Done():
			return nil
		case <-ch:
		}
	}
}
