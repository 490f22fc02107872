// Package everywhere waits outside of loops that attempt something again.
package everywhere

import (
	"context"
	"log"
	"net"
	"time"
)

func settle(ctx context.Context, steps []func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
		time.Sleep(5 * time.Second) // want `time.Sleep\(5 \* time.Second\) ignores ctx: cancellation waits up to 5s`
	}
	return nil
}

type worker struct {
	stop chan struct{}
}

func (w *worker) run(flush func()) {
	for {
		flush()
		<-time.After(time.Minute) // want `<-time.After\(time.Minute\) ignores w.stop: cancellation waits up to 1m0s`
	}
}

// pause has nothing in reach, and how long it takes is not known where it is called.
func pause() { time.Sleep(3 * time.Second) }

func warmUp(ctx context.Context, load func(context.Context)) {
	load(ctx)
	pause()
	go func() {
		time.Sleep(2 * time.Second) // want `time.Sleep\(2 \* time.Second\) ignores ctx: cancellation waits up to 2s`
		load(ctx)
	}()
}

// A wait between attempts is reported once, as without the flag.
func connect(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	for attempt := 1; ; attempt++ {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil || attempt == 5 {
			return conn, err
		}
		time.Sleep(10 * time.Second) // want `time.Sleep\(10 \* time.Second\) in a retry loop ignores ctx: cancellation waits up to 10s`
	}
}

func short(ctx context.Context, load func(context.Context)) {
	load(ctx)
	time.Sleep(500 * time.Millisecond)
	load(ctx)
}

func selects(ctx context.Context, load func(context.Context)) {
	select {
	case <-time.After(time.Minute):
		load(ctx)
	case <-ctx.Done():
	}
}

func nothingInReach(load func()) {
	time.Sleep(time.Minute)
	load()
}

func background(load func(context.Context)) {
	ctx := context.Background()
	time.Sleep(time.Minute)
	load(ctx)
}

func drains(ctx context.Context, server interface{ Close() error }) {
	<-ctx.Done()
	time.Sleep(5 * time.Second) // requests under way are let finish
	if err := server.Close(); err != nil {
		log.Print(err)
	}
}

func deferred(ctx context.Context, load func(context.Context)) {
	defer func() {
		time.Sleep(2 * time.Second)
	}()
	load(ctx)
}
