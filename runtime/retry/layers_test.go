package retry_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// twoLayers calls an operation that always fails under two policies.
func twoLayers(t *testing.T, outer, inner retry.Policy) (calls int, err error) {
	err = retry.Do(t.Context(), outer, func(ctx context.Context) error {
		return retry.Do(ctx, inner, func(context.Context) error { calls++; return errOp })
	})
	return calls, err
}

// With OneLayer in both, the outermost retries, from its first attempt on.
func TestOneLayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := retry.Policy{Budget: retry.NoBudget, OneLayer: true}
		many := retry.Policy{Budget: retry.NoBudget}
		for _, tc := range []struct {
			name         string
			outer, inner retry.Policy
			want         int
		}{
			{"both", one, one, 3}, {"outer", one, many, 9}, {"inner", many, one, 9}, {"none", many, many, 9},
		} {
			calls, err := twoLayers(t, tc.outer, tc.inner)
			if calls != tc.want || !errors.Is(err, errOp) {
				t.Errorf("%s: %d attempts, want %d; %v", tc.name, calls, tc.want, err)
			}
		}
		_, err := twoLayers(t, one, one)
		if !errors.Is(err, retry.ErrNested) || !errors.Is(err, retry.ErrAttempts) {
			t.Errorf("got %v, want the reasons of both layers", err)
		}
		// A layer between that knows nothing of it hides nothing.
		calls := 0
		retry.Do(t.Context(), one, func(ctx context.Context) error {
			return retry.Do(ctx, many, func(ctx context.Context) error {
				return retry.Do(ctx, one, func(context.Context) error { calls++; return errOp })
			})
		})
		if calls != 9 {
			t.Errorf("%d attempts below a layer between, want 9", calls)
		}
	})
}

// Retrying below an attempt of another policy is reported: to the policy's own
// observer, or to the one above.
func TestNestedIsReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, which := range []string{"inner", "outer"} {
			nested := 0
			count := retry.ObserverFunc(func(_ context.Context, e retry.Event) {
				if e.Kind == retry.Nested {
					nested++
					if e.Name != "inner" {
						t.Errorf("told of %q", e.Name)
					}
				}
			})
			outer, inner := retry.Policy{Name: "outer", Budget: retry.NoBudget}, retry.Policy{Name: "inner", Budget: retry.NoBudget}
			want := 2 // plain first attempts leave no mark
			if which == "inner" {
				inner.Observer = count
			} else {
				outer.Observer, want = count, 3
			}
			twoLayers(t, outer, inner)
			if nested != want {
				t.Errorf("%s observer: told of %d, want %d", which, nested, want)
			}
		}
	})
}

func TestPreviousAttemptsOfLayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []int
		policy := retry.Policy{MaxAttempts: 2, Budget: retry.NoBudget, OneLayer: false}
		ctx := retry.WithPreviousAttempts(t.Context(), 4) // of a client in another process
		retry.Do(ctx, policy, func(ctx context.Context) error {
			return retry.Do(ctx, policy, func(ctx context.Context) error {
				seen = append(seen, retry.PreviousAttempts(ctx))
				return errOp
			})
		})
		if want := [4]int{4, 5, 5, 6}; [4]int(seen) != want {
			t.Errorf("%v, want %v", seen, want)
		}
		if n := retry.PreviousAttempts(retry.WithPreviousAttempts(t.Context(), -3)); n != 0 {
			t.Errorf("a negative number became %d", n)
		}
	})
}

func TestAttemptTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var at []time.Duration
		policy := retry.Policy{Budget: retry.NoBudget, Jitter: retry.NoJitter, AttemptTimeout: time.Second}
		value, err := retry.DoValue(t.Context(), policy, func(ctx context.Context) (int, error) {
			at = append(at, time.Since(start))
			if len(at) == 3 {
				return 7, ctx.Err()
			}
			<-ctx.Done()
			return 0, context.Cause(ctx)
		})
		if value != 7 || err != nil || len(at) != 3 || at[1] != 1100*ms || at[2] != 2300*ms {
			t.Errorf("%d, %v, attempts at %v", value, err, at)
		}
		err = retry.Do(t.Context(), policy, func(ctx context.Context) error { <-ctx.Done(); return context.Cause(ctx) })
		wantError(t, err, 3, retry.ErrAttemptTimeout, context.DeadlineExceeded, retry.ErrAttempts)
		if t.Context().Err() != nil {
			t.Error("the caller's own ctx ended")
		}
	})
}

func TestThrottle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tc := range []struct {
			name   string
			err    error
			policy retry.Policy
			want   []time.Duration
		}{
			{"marked", retry.Overloaded(errOp), retry.Policy{}, []time.Duration{0, time.Second, 3 * time.Second}},
			{"classified", errOp, retry.Policy{Classify: func(error) retry.Decision { return retry.Decision{Class: retry.Throttle} }},
				[]time.Duration{0, time.Second, 3 * time.Second}},
			{"within the cap", retry.Overloaded(errOp), retry.Policy{MaxDelay: 1500 * ms}, []time.Duration{0, time.Second, 2500 * ms}},
			{"and asked", errOp, retry.Policy{Classify: func(error) retry.Decision {
				return retry.Decision{Class: retry.Throttle, AtLeast: time.Second}
			}}, []time.Duration{0, 2 * time.Second, 5 * time.Second}},
			{"asked", throttled(time.Hour), retry.Policy{Classify: func(error) retry.Decision {
				return retry.Decision{AtLeast: time.Second}
			}}, []time.Duration{0, 1100 * ms, 2300 * ms}},
			{"again in spite of a mark", retry.Permanent(errOp), retry.Policy{Classify: func(error) retry.Decision {
				return retry.Decision{Class: retry.Again}
			}}, []time.Duration{0, 100 * ms, 300 * ms}},
		} {
			tc.policy.Budget, tc.policy.Jitter = retry.NoBudget, retry.NoJitter
			l := newLog(always(tc.err))
			err := retry.Do(t.Context(), tc.policy, l.op)
			wantError(t, err, 3, errOp0(tc.err))
			l.wantCalls(t, tc.want...)
			var e *retry.Error
			if errors.As(err, &e); e.Overload != (tc.name != "asked" && tc.name != "again in spite of a mark") {
				t.Errorf("%s: Overload is %v", tc.name, e.Overload)
			}
		}
	})
}

func errOp0(err error) error {
	if errors.Is(err, errOp) {
		return errOp
	}
	return err
}
