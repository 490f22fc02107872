package retry_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, ctx := range []context.Context{context.Background(), t.Context()} {
			for _, d := range []time.Duration{-time.Hour, math.MinInt64, 0, 1, time.Hour} {
				start := time.Now()
				if err := retry.Sleep(ctx, d); err != nil {
					t.Error(err)
				}
				if slept := time.Since(start); slept != max(d, 0) {
					t.Errorf("slept %v instead of %v", slept, d)
				}
			}
		}
	})
}

func TestSleepCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(errCause) })
		err := retry.Sleep(ctx, math.MaxInt64)
		if !errors.Is(err, context.Canceled) || !errors.Is(err, errCause) {
			t.Errorf("got %v, want both ctx.Err() and the cause", err)
		}
		if slept := time.Since(start); slept != time.Second {
			t.Errorf("slept %v", slept)
		}
		for _, d := range []time.Duration{-1, 0, time.Hour} {
			if retry.Sleep(ctx, d) == nil {
				t.Errorf("Sleep(%v) on a dead ctx is not an error", d)
			}
		}
	})
}

func TestSleepDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := retry.Sleep(ctx, time.Hour); err != context.DeadlineExceeded {
			t.Errorf("got %v, want ctx.Err() itself where there is no cause", err)
		}
	})
}
