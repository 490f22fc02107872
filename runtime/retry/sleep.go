package retry

import (
	"context"
	"time"
)

// Sleep waits for d and returns nil, or returns as soon as ctx is done an
// error that matches both ctx.Err() and context.Cause(ctx). A d that is not
// positive does not wait, and a ctx that is done already is an error always.
func Sleep(ctx context.Context, d time.Duration) error {
	var w waiter
	return w.sleep(ctx, d)
}

// waiter sleeps again and again with one timer. The timer lives no longer than
// the call that retries: one from a pool would belong to another testing/synctest
// bubble, and never fire in this one.
type waiter struct{ timer *time.Timer }

func (w *waiter) sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() != nil {
		return contextError(ctx)
	}
	if d <= 0 {
		return nil
	}
	if w.timer == nil {
		w.timer = time.NewTimer(d)
	} else {
		w.timer.Reset(d) // it fired and was received from
	}
	select {
	case <-w.timer.C:
	case <-ctx.Done():
		w.timer.Stop()
	}
	if ctx.Err() != nil { // also when both were ready
		return contextError(ctx)
	}
	return nil
}
