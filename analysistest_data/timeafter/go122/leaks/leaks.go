// Package leaks belongs to a module whose Go version is below 1.23.
package leaks

import (
	"context"
	"log"
	"time"
)

func messages(work <-chan string) {
	for {
		select {
		case w := <-work:
			log.Print(w)
		case <-time.After(time.Minute): // want `^each round leaves a timer behind that lives for 1m0s, as the file's Go version is below 1\.23: use one timer and Reset it$`
			log.Print("idle")
		}
	}
}

func deadline(ctx context.Context, ready func() bool) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute): // want `^this timeout starts anew each round`
			return context.DeadlineExceeded
		default:
			if ready() {
				return nil
			}
		}
	}
}

func behindClosure(ctx context.Context, run func()) {
	delay := 2 * time.Second
	backoff := func() <-chan time.Time {
		ch := time.After(delay)
		delay = min(2*delay, time.Minute)
		return ch
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-backoff(): // want `^each round leaves a timer behind that lives for backoff\(\), as the file's Go version is below 1\.23: use one timer and Reset it$`
			run()
		}
	}
}

type clock struct{ base time.Duration }

func (c clock) after(n int) <-chan time.Time { return time.After(c.base * time.Duration(n)) }

func behindMethod(ctx context.Context, c clock, run func()) {
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-c.after(n): // want `^each round leaves a timer behind `
			run()
		}
	}
}

// Nothing is known of a channel that may be another timer's.
func maybe(ctx context.Context, t *time.Timer, run func()) {
	next := func(again bool) <-chan time.Time {
		if again {
			return t.C
		}
		return time.After(time.Second)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-next(true):
			run()
		}
	}
}
