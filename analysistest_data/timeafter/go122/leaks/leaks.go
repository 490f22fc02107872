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
