// Package silent holds uses of time.After that are right from Go 1.23 on, and
// such as always were.
package silent

import (
	"context"
	"errors"
	"log"
	"time"
)

// The wait between attempts.
func delay(ctx context.Context, try func() error) error {
	for {
		if err := try(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// The timer of a round that a message won is collected.
func messages(work <-chan string) {
	for {
		select {
		case w := <-work:
			log.Print(w)
		case <-time.After(time.Minute):
			log.Print("idle")
		}
	}
}

// An idle timeout is meant to start anew with each message.
func idle(ctx context.Context, work <-chan string) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case w := <-work:
			log.Print(w)
		case <-time.After(time.Minute):
			return errors.New("idle")
		}
	}
}

// The timeout is made once.
func hoisted(ready func() bool) error {
	timeout := time.After(time.Minute)
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-timeout:
			return errors.New("timeout")
		case <-t.C:
			if ready() {
				return nil
			}
		}
	}
}

// No loop, no round.
func once(result <-chan string) (string, error) {
	select {
	case r := <-result:
		return r, nil
	case <-time.After(time.Minute):
		return "", errors.New("timeout")
	}
}

// Every case ends the loop.
func allLeave(ctx context.Context, results []<-chan string) (string, error) {
	for _, c := range results {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case r := <-c:
			return r, nil
		case <-time.After(time.Second):
			return "", errors.New("timeout")
		}
	}
	return "", nil
}

// The select belongs to the function literal, which has no loop.
func inLiteral(results []<-chan string) {
	for _, c := range results {
		go func() {
			select {
			case r := <-c:
				log.Print(r)
			case <-time.After(time.Minute):
				log.Print("timeout")
			}
		}()
	}
}

// A timeout for each step.
func step(steps []func(chan<- error)) error {
	for _, s := range steps {
		done := make(chan error, 1)
		go s(done)
		select {
		case err := <-done:
			if err != nil {
				return err
			}
		case <-time.After(time.Minute):
			return errors.New("step timed out")
		}
	}
	return nil
}

func bare(n int) {
	for range n {
		<-time.After(time.Second)
	}
}

type clock interface {
	After(d time.Duration) <-chan time.Time
}

// Somebody else's After may be anything.
func ownClock(c clock, ready func() bool) error {
	for {
		select {
		case <-c.After(time.Minute):
			return errors.New("timeout")
		default:
			if ready() {
				return nil
			}
		}
	}
}
