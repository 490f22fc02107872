package retry_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// Each of these was wrong once.

// The usual loop over Attempts returns its last error from within: that is no
// success, and refunds nothing.
func TestTotalOutageUnderAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := new(retry.Budget)
		policy := retry.Policy{MaxAttempts: 2, BaseDelay: -1, Budget: budget}
		attempts := 0
		fetch := func() error {
			for i := range retry.Attempts(t.Context(), policy) {
				attempts++
				if i == 1 {
					return errOp
				}
			}
			return errOp
		}
		const calls = 10_000
		for range calls {
			fetch()
			time.Sleep(10 * time.Millisecond)
		}
		// Burst, a tenth of the calls, and PerSecond for 100 s.
		if most := calls + 5 + calls/10 + 5; attempts > most {
			t.Errorf("%d attempts of %d calls, want at most %d", attempts, calls, most)
		}
	})
}

// An empty budget fills again: in the next bubble, whose clock starts anew, and
// after an idleness of any length.
func TestEmptyBudgetFillsAgain(t *testing.T) {
	budget := &retry.Budget{Ratio: -1, PerSecond: 1}
	for _, idle := range []time.Duration{time.Hour, 250 * 24 * time.Hour, 300 * 24 * time.Hour, 10 * 365 * 24 * time.Hour, time.Second} {
		synctest.Test(t, func(t *testing.T) {
			withdraw(budget, 100)
			time.Sleep(2 * time.Second)
			if n := withdraw(budget, 100); n != 2 {
				t.Errorf("%d retries after two seconds", n)
			}
			time.Sleep(idle)
			if n := withdraw(budget, 100); n == 0 {
				t.Errorf("no retry after %v", idle)
			}
		})
	}
}

// The time that an observer takes is a part of the wait, and counts.
func TestObserversTimeCounts(t *testing.T) {
	for _, limit := range []string{"MaxElapsed", "deadline"} {
		stops(t, 1, []error{errOp}, func(t *testing.T, loop loop) error {
			ctx := t.Context()
			policy := retry.Policy{Budget: retry.NoBudget, Jitter: retry.NoJitter, Observer: retry.ObserverFunc(func(_ context.Context, e retry.Event) {
				if e.Kind == retry.Waiting {
					time.Sleep(time.Second)
				}
			})}
			if limit == "MaxElapsed" {
				policy.MaxElapsed = 500 * ms
			} else {
				// A context that knows its deadline and does not keep it.
				ctx = lateContext{ctx, time.Now().Add(500 * ms)}
			}
			l := newLog(always(errOp))
			err := loop(ctx, policy, l.op)
			if len(l.calls) != 1 {
				t.Errorf("%s: attempts at %v", limit, l.calls)
			}
			return err
		})
	}
	synctest.Test(t, func(t *testing.T) {
		l := newLog(always(errOp))
		retry.Do(t.Context(), retry.Policy{Budget: retry.NoBudget, Jitter: retry.NoJitter, Observer: retry.ObserverFunc(func(_ context.Context, e retry.Event) {
			if e.Kind == retry.Waiting {
				time.Sleep(60 * ms)
			}
		})}, l.op)
		l.wantCalls(t, 0, 100*ms, 300*ms)
	})
}

type lateContext struct {
	context.Context
	at time.Time
}

func (c lateContext) Deadline() (time.Time, bool) { return c.at, true }

// A layer above sees the same, whether Permanent was returned bare or wrapped.
func TestPermanentThroughLayers(t *testing.T) {
	for name, err := range map[string]error{
		"bare":    retry.Permanent(errOp),
		"wrapped": fmt.Errorf("saving: %w", retry.Permanent(errOp)),
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			policy := retry.Policy{Budget: retry.NoBudget}
			got := retry.Do(t.Context(), policy, func(ctx context.Context) error {
				return retry.Do(ctx, policy, func(context.Context) error { calls++; return err })
			})
			if calls != 1 || !errors.Is(got, errOp) {
				t.Errorf("%s: %d calls, %v", name, calls, got)
			}
		})
	}
}

// What the layer below gave up because of an overload, or for want of budget, is
// not retried above.
func TestOverloadIsNotRetriedAbove(t *testing.T) {
	for name, tc := range map[string]struct {
		inner retry.Policy
		err   error
		want  int
	}{
		"budget":      {retry.Policy{Budget: &retry.Budget{Burst: -1, Ratio: -1, PerSecond: -1}}, errOp, 1},
		"retry-after": {retry.Policy{Budget: retry.NoBudget}, retry.RetryAfter(errOp, time.Hour), 1},
		"overloaded":  {retry.Policy{Budget: retry.NoBudget}, retry.Overloaded(errOp), 3},
		"throttle": {retry.Policy{Budget: retry.NoBudget, Classify: func(error) retry.Decision {
			return retry.Decision{Class: retry.Throttle}
		}}, errOp, 3},
		"another error": {retry.Policy{Budget: retry.NoBudget}, errOp, 9},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			err := retry.Do(t.Context(), retry.Policy{Budget: retry.NoBudget}, func(ctx context.Context) error {
				return retry.Do(ctx, tc.inner, func(context.Context) error { calls++; return tc.err })
			})
			if calls != tc.want || !errors.Is(err, errOp) {
				t.Errorf("%s: %d calls, want %d; %v", name, calls, tc.want, err)
			}
		})
	}
}

// Counters only grow, and what is not sent is not a retry to observers.
func TestCountersOnlyGrow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := new(retry.Budget)
		before := budget.Stats()
		retries := 0
		policy := retry.Policy{Budget: budget, Jitter: retry.NoJitter, Observer: retry.ObserverFunc(func(_ context.Context, e retry.Event) {
			if e.Kind == retry.AttemptStarted && e.Previous > 0 {
				retries++
			}
			s := budget.Stats()
			if s.Withdrawn < before.Withdrawn || s.Refunded < before.Refunded || s.Refused < before.Refused {
				t.Errorf("from %+v to %+v", before, s)
			}
			before = s
		})}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*ms, cancel)
		retry.Do(ctx, policy, func(context.Context) error { return errOp })
		if s := budget.Stats(); retries != 0 || s.Withdrawn != 1 || s.Refunded != 1 || s.Balance < 5.1-1e-6 {
			t.Errorf("%d retries, %+v, after a retry that was not sent", retries, s)
		}
	})
}
