//go:build go1.23

package leaks

import (
	"log"
	"time"
)

// The language version of this file is 1.23.
func newer(work <-chan string) {
	for {
		select {
		case w := <-work:
			log.Print(w)
		case <-time.After(time.Minute):
			log.Print("idle")
		}
	}
}
