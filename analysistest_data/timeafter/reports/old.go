//go:build go1.22

package reports

import (
	"context"
	"log"
	"time"
)

// The language version of this file is below 1.23, whatever the module's is.

func leavesTimers(work <-chan string) {
	for {
		select {
		case w := <-work:
			log.Print(w)
		case <-time.After(time.Minute): // want `^each round leaves a timer behind that lives for 1m0s, as the file's Go version is below 1\.23: use one timer and Reset it$`
			log.Print("idle")
		}
	}
}

func idleTimeout(ctx context.Context, work <-chan string, idle time.Duration) {
	for {
		select {
		case <-ctx.Done():
			return
		case w := <-work:
			log.Print(w)
		case <-time.After(idle): // want `^each round leaves a timer behind that lives for idle, as the file's Go version is below 1\.23: use one timer and Reset it$`
			return
		}
	}
}

func rangeLoop(keys []string, results <-chan string) {
	for range keys {
		select {
		case r := <-results:
			log.Print(r)
		case <-time.After(time.Second): // want `^each round leaves a timer behind that lives for 1s, as`
		}
	}
}

// The total timeout is the worse of the two.
func restartsToo(ready func() bool) error {
	for {
		select {
		case <-time.After(time.Minute): // want `^this timeout starts anew each round of the loop: 1m0s is never reached`
			return errTimeout
		default:
			if ready() {
				return nil
			}
		}
	}
}
