package retry_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

func TestPermanent(t *testing.T) {
	permanent := retry.Permanent(errOp)
	wrapped := fmt.Errorf("saving: %w", retry.Permanent(errOp))
	joined := errors.Join(errors.New("other"), retry.Permanent(errOp))
	for name, loop := range loops {
		if name == "Attempts" {
			continue // sees no errors
		}
		for _, tc := range []struct{ err, want error }{
			{permanent, permanent}, {wrapped, wrapped}, {joined, joined},
			{retry.Permanent(retry.RetryAfter(errOp, time.Second)), nil},
		} {
			calls := 0
			got := loop(t.Context(), retry.Policy{Budget: retry.NoBudget}, func(context.Context) error { calls++; return tc.err })
			if calls != 1 || !errors.Is(got, errOp) || tc.want != nil && got != tc.want {
				t.Errorf("%s: %d calls, got %#v, want %#v", name, calls, got, tc.want)
			}
		}
	}
	if retry.Permanent(nil) != nil || retry.RetryAfter(nil, time.Second) != nil {
		t.Error("a marked nil is not nil")
	}
}

func TestClassify(t *testing.T) {
	errOther := errors.New("not found")
	for name, loop := range loops {
		if name == "Attempts" {
			continue
		}
		synctest.Test(t, func(t *testing.T) {
			l := newLog(func(attempt int) error {
				if attempt == 2 {
					return errOther
				}
				return errOp
			})
			got := loop(t.Context(), retry.Policy{
				Budget:      retry.NoBudget,
				MaxAttempts: 5,
				Jitter:      retry.NoJitter,
				Classify: func(err error) retry.Decision {
					if err == errOp {
						return retry.Decision{}
					}
					return retry.Decision{Class: retry.GiveUp}
				},
			}, l.op)
			if got != errOther {
				t.Errorf("%s: got %v, want the operation's own error", name, got)
			}
			l.wantCalls(t, 0, 100*ms)
		})
	}
}

// A Classify that knows context errors as final must not cost the caller the cause.
func TestClassifyDoesNotHideTheCause(t *testing.T) {
	stops(t, 1, []error{errOp, context.Canceled, errCause}, func(t *testing.T, loop loop) error {
		ctx, cancel := context.WithCancelCause(t.Context())
		return loop(ctx, retry.Policy{Budget: retry.NoBudget, Classify: giveUpOn(context.Canceled)}, func(ctx context.Context) error {
			cancel(errCause)
			return fmt.Errorf("%w: %w", errOp, ctx.Err())
		})
	})
}

// throttled is an error of another package that knows when to come back.
type throttled time.Duration

func (e throttled) Error() string             { return "throttled" }
func (e throttled) RetryAfter() time.Duration { return time.Duration(e) }

func TestRetryAfter(t *testing.T) {
	for _, tc := range []struct {
		name string
		err  error
		want time.Duration // of the first wait, with BaseDelay 100 ms
	}{
		{"marked", retry.RetryAfter(errOp, 3*time.Second), 3100 * ms},
		{"foreign", throttled(3 * time.Second), 3100 * ms},
		{"wrapped", fmt.Errorf("call: %w", retry.RetryAfter(errOp, 3*time.Second)), 3100 * ms},
		{"joined", errors.Join(errOp, throttled(3*time.Second)), 3100 * ms},
		{"outermost wins", retry.RetryAfter(throttled(time.Hour), time.Second), 1100 * ms},
		{"zero", retry.RetryAfter(errOp, 0), 100 * ms},
		{"negative", throttled(-time.Hour), 100 * ms},
		{"at the limit", throttled(time.Minute), 60100 * ms},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLog(func(attempt int) error {
				if attempt == 1 {
					return tc.err
				}
				return nil
			})
			if err := retry.Do(t.Context(), retry.Policy{Budget: retry.NoBudget, Jitter: retry.NoJitter}, l.op); err != nil {
				t.Errorf("%s: %v", tc.name, err)
			}
			l.wantCalls(t, 0, tc.want)
		})
	}
}

func TestRetryAfterTooLong(t *testing.T) {
	for _, d := range []time.Duration{time.Minute + 1, math.MaxInt64} {
		synctest.Test(t, func(t *testing.T) {
			l := newLog(always(retry.RetryAfter(errOp, d)))
			err := retry.Do(t.Context(), retry.Policy{Budget: retry.NoBudget}, l.op)
			wantError(t, err, 1, errOp, retry.ErrRetryAfter)
			l.wantCalls(t, 0)
		})
	}
}

func TestRetryAfterWithoutLimitDoesNotOverflow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		l := newLog(always(retry.RetryAfter(errOp, math.MaxInt64)))
		err := retry.Do(ctx, retry.Policy{Budget: retry.NoBudget, MaxRetryAfter: -1, Jitter: retry.NoJitter}, l.op)
		wantError(t, err, 1, errOp, retry.ErrDeadline)
		l.wantCalls(t, 0)
	})
}

func giveUpOn(final error) func(error) retry.Decision {
	return func(err error) retry.Decision {
		if errors.Is(err, final) {
			return retry.Decision{Class: retry.GiveUp}
		}
		return retry.Decision{}
	}
}
