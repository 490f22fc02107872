package retry_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// FuzzPolicy holds Do to its promises for every policy: it neither panics nor
// hangs, makes no more attempts than allowed, no wait that is negative, above
// the caps or past the deadline, and returns right after the last attempt.
func FuzzPolicy(f *testing.F) {
	f.Add(0, int64(0), int64(0), int64(0), int64(0), uint8(0), int64(0), uint8(5))
	f.Add(-1, int64(-1), int64(-1), int64(-1), int64(-1), uint8(2), int64(-1), uint8(40))
	f.Add(9, int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MaxInt64), uint8(1), int64(math.MaxInt64), uint8(9))
	f.Add(math.MinInt, int64(math.MinInt64), int64(math.MinInt64), int64(math.MinInt64), int64(math.MinInt64), uint8(3), int64(math.MinInt64), uint8(200))
	f.Add(70, int64(time.Hour), int64(1), int64(math.MaxInt64), int64(time.Minute), uint8(3), int64(time.Second), uint8(70))
	f.Fuzz(func(t *testing.T, attempts int, elapsed, base, maxDelay, maxAfter int64, jitter uint8, after int64, failures uint8) {
		synctest.Test(t, func(t *testing.T) {
			const patience = 1000 * time.Hour
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			var waits []time.Duration
			policy := retry.Policy{
				MaxAttempts: attempts, MaxElapsed: time.Duration(elapsed),
				BaseDelay: time.Duration(base), MaxDelay: time.Duration(maxDelay),
				MaxRetryAfter: time.Duration(maxAfter), Jitter: retry.Jitter(jitter),
				Budget: retry.NoBudget,
				Observer: retry.ObserverFunc(func(_ context.Context, e retry.Event) {
					if e.Kind == retry.Waiting {
						waits = append(waits, e.Wait)
					}
				}),
			}
			l := newLog(func(n int) error {
				if n <= int(failures) {
					return retry.RetryAfter(errOp, time.Duration(after))
				}
				return nil
			})
			err := retry.Do(ctx, policy, l.op)

			if failures == 0 && (len(l.calls) != 1 || err != nil) {
				t.Fatalf("success at first: %d calls, %v", len(l.calls), err)
			}
			allowed := cmp.Or(attempts, retry.DefaultMaxAttempts)
			if attempts >= 0 && len(l.calls) > allowed {
				t.Fatalf("%d calls with MaxAttempts %d", len(l.calls), attempts)
			}
			if len(waits) != len(l.calls)-1 {
				t.Fatalf("%d waits for %d calls", len(waits), len(l.calls))
			}
			var sum time.Duration
			for i, wait := range waits {
				if sum += wait; wait < 0 || sum >= patience || l.calls[i+1] != sum {
					t.Fatalf("waits %v, calls at %v", waits, l.calls)
				}
				if elapsed > 0 && sum > time.Duration(elapsed) {
					t.Fatalf("attempt at %v with MaxElapsed %v", sum, time.Duration(elapsed))
				}
				if wait < time.Duration(after) {
					t.Fatalf("waited %v although asked for %v", wait, time.Duration(after))
				}
			}
			if now := time.Since(l.start); now != sum {
				t.Fatalf("returned at %v, last attempt at %v", now, sum)
			}
			if err == nil && len(l.calls) != int(failures)+1 {
				t.Fatalf("success after %d calls", len(l.calls))
			}
			if err != nil && !errors.Is(err, errOp) {
				t.Fatalf("the operation's error is lost in %v", err)
			}
		})
	})
}
