package silent

import (
	"log"
	"sync/atomic"
	"time"
)

type track struct{ active, closed atomic.Bool }

func (t *track) isActive() bool { return t.active.Load() }
func (t *track) isClosed() bool { return t.closed.Load() }
func (t *track) pad(n int)      { log.Print(n) }

// Each round sends something, and the wait spaces it out.
func padding(t *track) {
	for i := range 20 {
		if t.isActive() || t.isClosed() {
			return
		}
		if i == 0 {
			log.Print("padding")
		}
		t.pad(20)
		time.Sleep(100 * time.Millisecond)
	}
}
