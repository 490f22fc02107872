// Package reports holds drains that wait for a value that was taken before.
package reports

import (
	"context"
	"io"
	"time"
)

func loop(ctx context.Context, work func() error) error {
	t := time.NewTimer(0)
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := work(); err == nil {
			return nil
		}
		if !t.Stop() {
			<-t.C // want `^this drain blocks for ever once t.C was received from: Stop returns false for a timer that has expired, and no value comes$`
		}
		t.Reset(time.Second)
	}
}

// The drain stands in another case than the receive, a round later.
func nextRound(ctx context.Context, reset <-chan time.Duration, w io.Writer) {
	t := time.NewTimer(time.Second)
	for {
		select {
		case <-ctx.Done():
			return
		case d := <-reset:
			if !t.Stop() {
				<-t.C // want `this drain blocks for ever`
			}
			t.Reset(d)
		case <-t.C:
			io.WriteString(w, "ping")
		}
	}
}

// One way to the end has received.
func deferred(ctx context.Context, reset <-chan time.Duration, w io.Writer) error {
	t := time.NewTimer(time.Second)
	defer func() {
		if !t.Stop() {
			<-t.C // want `this drain blocks for ever`
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case d := <-reset:
			t.Reset(d)
		case <-t.C:
			if _, err := io.WriteString(w, "ping"); err != nil {
				return err
			}
			t.Reset(time.Second)
		}
	}
}

// Two drains after each other.
func twice(ctx context.Context, late bool) {
	t := time.NewTimer(time.Second)
	if !t.Stop() {
		<-t.C
	}
	if late {
		t.Reset(time.Minute)
		<-t.C
	}
	if !t.Stop() {
		<-t.C // want `this drain blocks for ever`
	}
}

func stop(t *time.Timer) {
	if !t.Stop() {
		<-t.C
	}
}

func byHelper(ctx context.Context, done <-chan struct{}) {
	t := time.NewTimer(time.Second)
	for {
		select {
		case <-t.C:
		case <-done:
			return
		}
		stop(t) // want `^stop blocks for ever once t.C was received from: it drains the channel where Stop returns false, and no value comes$`
		t.Reset(time.Second)
	}
}

type worker struct {
	timer *time.Timer
	done  chan struct{}
}

func (w *worker) run() {
	for {
		select {
		case <-w.timer.C:
		case <-w.done:
			return
		}
		if !w.timer.Stop() {
			<-w.timer.C // want `^this drain blocks for ever once w.timer.C was received from`
		}
		w.timer.Reset(time.Second)
	}
}

func inLiteral(ctx context.Context) {
	go func() {
		t := time.NewTimer(time.Second)
		now := <-t.C
		if !t.Stop() {
			<-t.C // want `this drain blocks for ever`
		}
		_ = now
	}()
}

// A timeout ends the function, and the deferred drain never does.
func timeout(done <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer func() {
		if !t.Stop() {
			<-t.C // want `this drain blocks for ever`
		}
	}()
	select {
	case <-done:
		return false
	case <-t.C:
		return true
	}
}
