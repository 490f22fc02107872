package silent

import (
	"context"
	"math/rand/v2"
	"net"
	"time"
)

// A clock that tests may set gives a timer and its channel by one call.
type alarm interface{ Stop() bool }

type clock interface {
	NewTimer(d time.Duration) (alarm, <-chan time.Time)
}

type clocked struct {
	clock clock
	most  time.Duration
}

func (d *clocked) pause(ctx context.Context, round int) {
	length := min(time.Duration(round*round)*time.Second, d.most)
	length = time.Duration(float64(length) * (rand.Float64() + 0.5))
	t, ch := d.clock.NewTimer(length)
	select {
	case <-ctx.Done():
		t.Stop()
	case <-ch:
	}
}

func (d *clocked) spread(ctx context.Context, addr string) net.Conn {
	for round := 1; ctx.Err() == nil; round++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		d.pause(ctx, round)
	}
	return nil
}

// The random part is what the literal is handed.
func (d *clocked) handed(ctx context.Context, addr string) net.Conn {
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
		pause(time.Second + rand.N(4*time.Second))
	}
	return nil
}
