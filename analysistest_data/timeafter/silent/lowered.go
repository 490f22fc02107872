//go:build go1.22

package silent

import (
	"context"
	"log"
	"time"
)

// A build tag lowers the language version of this file, but its timers are those
// of the library that the module is built with.

func leavesTimers(work <-chan string) {
	for {
		select {
		case w := <-work:
			log.Print(w)
		case <-time.After(time.Minute):
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
		case <-time.After(idle):
			return
		}
	}
}

func rangeLoop(keys []string, results <-chan string) {
	for range keys {
		select {
		case r := <-results:
			log.Print(r)
		case <-time.After(time.Second):
		}
	}
}
