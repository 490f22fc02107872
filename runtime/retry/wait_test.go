package retry_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

func TestDeadContext(t *testing.T) {
	stops(t, 0, []error{context.Canceled, errCause}, func(t *testing.T, loop loop) error {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errCause)
		l := newLog(always(errOp))
		err := loop(ctx, retry.Policy{Budget: retry.NoBudget}, l.op)
		l.wantCalls(t)
		return err
	})
}

func TestCancelledDuringAttempt(t *testing.T) {
	stops(t, 2, []error{errOp, context.Canceled, errCause}, func(t *testing.T, loop loop) error {
		ctx, cancel := context.WithCancelCause(t.Context())
		l := newLog(func(attempt int) error {
			if attempt == 2 {
				cancel(errCause)
			}
			return errOp
		})
		err := loop(ctx, retry.Policy{Budget: retry.NoBudget, Jitter: retry.NoJitter}, l.op)
		l.wantCalls(t, 0, 100*ms)
		return err
	})
}

func TestCancelledDuringWait(t *testing.T) {
	stops(t, 1, []error{errOp, context.Canceled, errCause}, func(t *testing.T, loop loop) error {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(40*ms, func() { cancel(errCause) })
		l := newLog(always(errOp))
		budget := &retry.Budget{Ratio: -1, PerSecond: -1}
		err := loop(ctx, retry.Policy{Jitter: retry.NoJitter, Budget: budget}, l.op)
		if now := time.Since(l.start); len(l.calls) != 1 || now != 40*ms {
			t.Errorf("%d attempts, returned at %v, want 1, at 40ms", len(l.calls), now)
		}
		if s := budget.Stats(); s != (retry.BudgetStats{Balance: 5, Size: 5, Withdrawn: 1, Refunded: 1}) {
			t.Errorf("a retry that was not made was charged: %+v", s)
		}
		return err
	})
}

// doneAt is cancelled at a moment, like a context whose cancellation falls on
// the instant in which the timer fires, when select may take either.
type doneAt struct {
	context.Context
	at time.Time
}

func (c doneAt) Err() error {
	if time.Now().Before(c.at) {
		return nil
	}
	return context.Canceled
}

func TestCancelledAsTheWaitEnds(t *testing.T) {
	stops(t, 1, []error{errOp, context.Canceled}, func(t *testing.T, loop loop) error {
		l := newLog(always(errOp))
		budget := &retry.Budget{Ratio: -1, PerSecond: -1}
		err := loop(doneAt{t.Context(), time.Now().Add(100 * ms)}, retry.Policy{Jitter: retry.NoJitter, Budget: budget}, l.op)
		if len(l.calls) != 1 || budget.Stats().Balance != 5 {
			t.Errorf("%d attempts, budget %+v", len(l.calls), budget.Stats())
		}
		return err
	})
}

func TestDeadlineRefusesWait(t *testing.T) {
	for _, deadline := range []time.Duration{299 * ms, 300 * ms} { // before the third attempt, and exactly at it
		stops(t, 2, []error{errOp, retry.ErrDeadline, context.DeadlineExceeded}, func(t *testing.T, loop loop) error {
			ctx, cancel := context.WithTimeout(t.Context(), deadline)
			defer cancel()
			l := newLog(always(errOp))
			policy := retry.Policy{Budget: retry.NoBudget, Jitter: retry.NoJitter, Observer: retry.ObserverFunc(func(_ context.Context, e retry.Event) {
				if e.Kind == retry.Waiting && e.Previous == 1 {
					t.Error("told of a wait that is refused")
				}
			})}
			err := loop(ctx, policy, l.op)
			l.wantCalls(t, 0, 100*ms)
			return err
		})
	}
}

func TestDeadlineLeavesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 301*ms)
		defer cancel()
		l := newLog(always(errOp))
		wantError(t, retry.Do(ctx, retry.Policy{Budget: retry.NoBudget, Jitter: retry.NoJitter}, l.op), 3, retry.ErrAttempts)
		l.wantCalls(t, 0, 100*ms, 300*ms)
	})
}

// With a cause, context.Cause alone would hide that the deadline passed.
func TestDeadlineCauseKeepsDeadlineExceeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errCause)
		defer cancel()
		err := retry.Do(ctx, retry.Policy{Budget: retry.NoBudget}, func(ctx context.Context) error {
			<-ctx.Done()
			return errOp
		})
		wantError(t, err, 1, errOp, context.DeadlineExceeded, errCause)
	})
}

func TestMaxElapsed(t *testing.T) {
	for elapsed, want := range map[time.Duration][]time.Duration{
		299 * ms: {0, 100 * ms},
		300 * ms: {0, 100 * ms, 300 * ms},
		-1:       {0, 100 * ms, 300 * ms, 700 * ms},
	} {
		reason := retry.ErrElapsed
		if elapsed < 0 {
			reason = retry.ErrAttempts
		}
		stops(t, len(want), []error{errOp, reason}, func(t *testing.T, loop loop) error {
			l := newLog(always(errOp))
			err := loop(t.Context(), retry.Policy{Budget: retry.NoBudget, MaxAttempts: 4, MaxElapsed: elapsed, Jitter: retry.NoJitter}, l.op)
			l.wantCalls(t, want...)
			return err
		})
	}
}

// MaxElapsed counts the time that attempts take.
func TestMaxElapsedCountsAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		err := retry.Do(t.Context(), retry.Policy{Budget: retry.NoBudget, MaxAttempts: 9, MaxElapsed: time.Second, BaseDelay: -1}, func(context.Context) error {
			calls++
			time.Sleep(400 * ms)
			return errOp
		})
		wantError(t, err, 3, retry.ErrElapsed)
		if calls != 3 { // at 0, 400 and 800 ms
			t.Errorf("%d calls", calls)
		}
	})
}
