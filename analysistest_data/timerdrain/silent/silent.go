// Package silent holds drains that find a value, or do not wait for one.
package silent

import (
	"context"
	"time"
)

// The usual case.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	select {
	case <-ctx.Done():
		if !t.Stop() {
			<-t.C
		}
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// A timer that is made stopped, and set before each wait.
func stopped(ctx context.Context, work func() error) {
	t := time.NewTimer(0)
	if !t.Stop() {
		<-t.C
	}
	for work() != nil {
		t.Reset(time.Second)
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// A new timer each round.
func anew(ctx context.Context, cycle <-chan struct{}) {
	for {
		t := time.NewTimer(time.Second)
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		case <-cycle:
			if !t.Stop() {
				<-t.C
			}
		}
	}
}

// The case of the receive sets the timer again.
func set(reset <-chan time.Duration) {
	t := time.NewTimer(time.Second)
	for {
		select {
		case d := <-reset:
			if !t.Stop() {
				<-t.C
			}
			t.Reset(d)
		case <-t.C:
			t.Reset(time.Second)
		}
	}
}

// A default, or a flag.
func guarded(ctx context.Context, reset <-chan time.Duration) {
	t := time.NewTimer(time.Second)
	fired := false
	for {
		select {
		case <-ctx.Done():
			if !fired {
				if !t.Stop() {
					<-t.C
				}
			}
			return
		case d := <-reset:
			if !t.Stop() && !fired {
				<-t.C
			}
			fired = false
			t.Reset(d)
		case <-t.C:
			fired = true
		}
	}
}

func withDefault(work func() error) {
	t := time.NewTimer(time.Second)
	for range t.C {
		work()
	}
	<-t.C
	if !t.Stop() {
		select {
		case <-t.C:
		default:
		}
	}
}

// A way out that has received does not come by the deferred function.
func deferred(ctx context.Context) {
	t := time.NewTimer(time.Second)
	<-t.C
	t.Reset(time.Minute)
	defer func() {
		if !t.Stop() {
			<-t.C
		}
	}()
	<-ctx.Done()
}

// Somebody else sets it.
type worker struct{ timer *time.Timer }

func (w *worker) schedule() { w.timer.Reset(time.Second) }

func (w *worker) run() {
	<-w.timer.C
	w.schedule()
	if !w.timer.Stop() {
		<-w.timer.C
	}
}

func byLiteral(events <-chan func(), again func(func())) {
	t := time.NewTimer(time.Second)
	again(func() { t.Reset(time.Second) })
	<-t.C
	if !t.Stop() {
		<-t.C
	}
}

func handed(set func(*time.Timer)) {
	t := time.NewTimer(time.Second)
	<-t.C
	set(t)
	if !t.Stop() {
		<-t.C
	}
}

// Another timer.
func other(a, b *time.Timer) {
	<-a.C
	if !b.Stop() {
		<-b.C
	}
}

// What a helper drains comes from another call.
func drain(t *time.Timer, n int) {
	if !t.Stop() {
		<-t.C
	}
}

func pair() (*time.Timer, int) { return time.NewTimer(time.Second), 1 }

func indirect() { drain(pair()) }
