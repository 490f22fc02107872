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
		case <-time.After(time.Minute): // want `^each round that another case ends leaves a timer behind, as the file's Go version is below 1\.23: it takes memory until 1m0s is over$`
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

func behindClosure(wake <-chan struct{}, run func()) {
	delay := 2 * time.Second
	backoff := func() <-chan time.Time {
		ch := time.After(delay)
		delay = min(2*delay, time.Minute)
		return ch
	}
	for {
		select {
		case <-wake:
		case <-backoff(): // want `^each round that another case ends leaves a timer behind, as the file's Go version is below 1\.23: it takes memory until backoff\(\) is over$`
			run()
		}
	}
}

type clock struct{ base time.Duration }

func (c clock) after(n int) <-chan time.Time { return time.After(c.base * time.Duration(n)) }

func behindMethod(wake <-chan struct{}, c clock, run func()) {
	for n := 1; ; n++ {
		select {
		case <-wake:
			log.Print("woken")
		case <-c.after(n): // want `^each round that another case ends leaves a timer behind`
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

// All other cases leave the loop: one timer is left behind, once.
func leaves(ctx context.Context, stop <-chan struct{}, try func() error) error {
loop:
	for try() != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-stop:
			break loop
		case <-time.After(time.Minute):
		}
	}
	return nil
}

// Here one of them goes on.
func goesOn(ctx context.Context, wake <-chan struct{}, try func() error) error {
	for try() != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-wake:
		case <-time.After(time.Minute): // want `^each round that another case ends leaves a timer behind`
		}
	}
	return nil
}

// session leaves in all cases of the inner select, so no round follows.
func session(slots chan int, idle chan string, timeout time.Duration) string {
	for {
		select {
		case slots <- 1:
			select {
			case s := <-idle:
				return s
			default:
				return "new"
			}
		case <-time.After(timeout):
			return ""
		}
	}
}

// inner goes on where nothing is idle.
func inner(slots chan int, idle chan string, timeout time.Duration) string {
	for {
		select {
		case slots <- 1:
			select {
			case s := <-idle:
				return s
			default:
			}
		case <-time.After(timeout): // want `each round that another case ends leaves a timer behind`
			return ""
		}
	}
}

// dispatch has no round after dying: what it ranges over is closed.
func dispatch(trigger, dying chan int, pause time.Duration, send func() error) {
	for range trigger {
		select {
		case <-dying:
			close(trigger)
		case <-time.After(pause):
			if send() != nil {
				trigger <- 1
			}
		}
	}
}

// The flag that the case sets is all that keeps the loop going.
func flagged(ctx context.Context, try func() error) (err error) {
	for done := false; !done; {
		err = try()
		select {
		case <-ctx.Done():
			done = true
		case <-time.After(time.Second):
			done = err == nil
		}
	}
	return err
}
