package silent

import (
	"log"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
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

// Of what is local nobody waits for an answer that a moment more could bring.
func onlySome(name string) (fi os.FileInfo, err error) {
	for i := 0; i < 10; i++ {
		fi, err = os.Stat(name)
		if err, ok := err.(*os.PathError); ok && err.Err == syscall.EINTR {
			time.Sleep(time.Duration(i+1) * time.Millisecond)
			continue
		}
		return
	}
	return
}

type switchboard struct{ mu sync.Mutex }

func (s *switchboard) connected() bool { return false }

func pollsAndLogs(s *switchboard) {
	for range 20 {
		if s.connected() {
			return
		}
		s.mu.Lock()
		log.Print("not connected")
		s.mu.Unlock()
		time.Sleep(100 * time.Millisecond)
	}
}
