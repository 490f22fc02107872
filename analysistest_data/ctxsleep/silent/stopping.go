package silent

import (
	"context"
	"net"
	"sync/atomic"
	"time"
)

type pool struct {
	done chan struct{}
	addr string
}

// Stop is what others are told by done: nothing could end its wait.
func (p *pool) Stop() (err error) {
	var conn net.Conn
	for range 5 {
		if conn, err = net.Dial("tcp", p.addr); err == nil {
			conn.Write([]byte("bye"))
			conn.Close()
			break
		}
		time.Sleep(time.Second)
	}
	p.finish()
	return err
}

func (p *pool) finish() { close(p.done) }

// link has a stop channel for each session, which there is none of yet.
type link struct {
	addr string
	stop chan struct{}
}

func (l *link) begin(conn net.Conn) {
	l.stop = make(chan struct{})
	go func() {
		<-l.stop
		conn.Close()
	}()
}

func (l *link) connect() {
	for {
		conn, err := net.Dial("tcp", l.addr)
		if err == nil {
			l.begin(conn)
			return
		}
		time.Sleep(time.Minute)
	}
}

// uncancellable sleeps only where nothing can cancel ctx.
func uncancellable(ctx context.Context, op func() error, pause time.Duration) {
	for op() != nil {
		if done := ctx.Done(); done != nil {
			select {
			case <-done:
				return
			case <-time.After(pause):
				continue
			}
		}
		time.Sleep(pause)
	}
}

// told makes one more attempt when it is told to stop.
func told(stop chan struct{}, addr string, failures int) (net.Conn, error) {
again:
	if failures > 0 {
		select {
		case <-time.After(time.Minute):
		case <-stop:
		}
	}
	conn, err := net.Dial("tcp", addr)
	if err != nil && failures < 5 {
		failures++
		goto again
	}
	return conn, err
}

// worker has no channel for its end, but a flag.
type worker struct {
	stop    uint32
	closeCh chan struct{}
	addr    string
}

func (w *worker) Close() { atomic.StoreUint32(&w.stop, 1) }

// pause sleeps in slices, and asks in between.
func (w *worker) pause(d time.Duration) {
	for d > 0 && atomic.LoadUint32(&w.stop) == 0 {
		slice := min(20*time.Millisecond, d)
		time.Sleep(slice)
		d -= slice
	}
}

func (w *worker) connect() {
	for attempt := 1; atomic.LoadUint32(&w.stop) == 0; attempt++ {
		if conn, err := net.Dial("tcp", w.addr); err == nil {
			conn.Close()
			return
		}
		w.pause(time.Duration(attempt) * time.Second)
	}
}
