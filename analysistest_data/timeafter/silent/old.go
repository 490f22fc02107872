//go:build go1.22

package silent

import (
	"time"
)

// Below Go 1.23 too: a timer that is stopped, or that every round waits for.

func oneTimer(work <-chan string) {
	t := time.NewTimer(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-work:
			if !t.Stop() {
				<-t.C
			}
		case <-t.C:
		}
		t.Reset(time.Minute)
	}
}

func everyRoundWaits(try func() error) {
	for try() != nil {
		select {
		case <-time.After(time.Second):
		}
	}
}

func outsideLoop(result <-chan string) string {
	select {
	case r := <-result:
		return r
	case <-time.After(time.Minute):
		return ""
	}
}

// A timer that fires at once does not live on.
func atOnce(work <-chan string) {
	for {
		select {
		case <-work:
		case <-time.After(0):
			return
		}
	}
}
