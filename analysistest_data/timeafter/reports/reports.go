// Package reports holds total timeouts that start anew each round, which are
// wrong with every version of Go.
package reports

import (
	"context"
	"errors"
	"log"
	"time"
)

var errTimeout = errors.New("timeout")

func besideTicker(ready func() bool) error {
	t := time.NewTicker(100 * time.Millisecond)
	defer t.Stop()
	for {
		select {
		case <-time.After(30 * time.Second): // want `^this timeout starts anew each round of the loop: 30s is never reached while another case comes first$`
			return errTimeout
		case <-t.C:
			if ready() {
				return nil
			}
		}
	}
}

func tickerFirst(ready func() bool, limit time.Duration) error {
	t := time.NewTicker(100 * time.Millisecond)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			if ready() {
				return nil
			}
		case <-time.After(limit): // want `^this timeout starts anew each round of the loop: limit is never reached while another case comes first$`
			return errTimeout
		}
	}
}

func besideDefault(ready func() bool) error {
	for !ready() {
		select {
		case <-time.After(time.Minute): // want `^this timeout starts anew each round of the loop: 1m0s is never reached`
			return errTimeout
		default:
			time.Sleep(time.Second)
		}
	}
	return nil
}

func breaksLabel(ready func() bool) {
wait:
	for {
		select {
		case <-time.After(time.Minute): // want `^this timeout starts anew each round of the loop: 1m0s is never reached`
			log.Print("not ready")
			break wait
		default:
			if ready() {
				return
			}
		}
	}
}

func fatal(ready func() bool) {
	for {
		select {
		case <-time.After(time.Minute): // want `^this timeout starts anew each round of the loop: 1m0s is never reached`
			log.Fatal("not ready")
		default:
		}
		if ready() {
			return
		}
		time.Sleep(time.Second)
	}
}

func panics(ready func() bool) {
	for range 100 {
		select {
		case <-time.After(time.Minute): // want `^this timeout starts anew each round of the loop: 1m0s is never reached`
			panic("not ready")
		default:
		}
		if ready() {
			return
		}
		time.Sleep(time.Second)
	}
}

func twoTimes(ctx context.Context, ready func() bool) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute): // want `^this timeout starts anew each round of the loop: 1m0s is never reached`
			return errTimeout
		case <-time.After(time.Second):
			if ready() {
				return nil
			}
		}
	}
}

func inClosure(ready func() bool) func() error {
	return func() error {
		for {
			select {
			case <-time.After(time.Minute): // want `^this timeout starts anew each round of the loop: 1m0s is never reached`
				return errTimeout
			case <-time.Tick(time.Second):
				if ready() {
					return nil
				}
			}
		}
	}
}

func generic[T any](next func() (T, bool)) (T, error) {
	for {
		select {
		case <-time.After(time.Minute): // want `^this timeout starts anew each round of the loop: 1m0s is never reached`
			var none T
			return none, errTimeout
		default:
			if v, ok := next(); ok {
				return v, nil
			}
		}
	}
}

type clock struct{}

func (clock) After(d time.Duration) <-chan time.Time { return time.After(d) }

func behindMethod(c clock, ready func() bool) error {
	for {
		select {
		case <-c.After(time.Minute): // want `^this timeout starts anew each round of the loop: c\.After\(time\.Minute\) is never reached while another case comes first$`
			return errors.New("timeout")
		default:
			if ready() {
				return nil
			}
		}
	}
}
