package retry_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// log is an operation that fails with what err says, and notes when it was called.
type log struct {
	start time.Time
	calls []time.Duration // since start
	err   func(attempt int) error
}

func newLog(err func(attempt int) error) *log { return &log{start: time.Now(), err: err} }

func always(err error) func(int) error { return func(int) error { return err } }

// failing fails the first n attempts.
func failing(n int) func(int) error {
	return func(attempt int) error {
		if attempt <= n {
			return errOp
		}
		return nil
	}
}

func (l *log) op(ctx context.Context) error {
	if ctx.Err() != nil {
		panic("operation called on a dead ctx")
	}
	l.calls = append(l.calls, time.Since(l.start))
	return l.err(len(l.calls))
}

func (l *log) wantCalls(t *testing.T, at ...time.Duration) {
	t.Helper()
	if !slices.Equal(l.calls, at) {
		t.Errorf("attempts at %v, want %v", l.calls, at)
	}
	if now := time.Since(l.start); len(at) > 0 && now != at[len(at)-1] {
		t.Errorf("returned at %v, want at once after the last attempt at %v", now, at[len(at)-1])
	}
}

// wantError checks that err is an *Error and that all of targets are in it.
func wantError(t *testing.T, err error, attempts int, targets ...error) {
	t.Helper()
	var e *retry.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v (%T), want a *retry.Error", err, err)
	}
	if e.Attempts != attempts {
		t.Errorf("Attempts is %d, want %d", e.Attempts, attempts)
	}
	for _, target := range targets {
		if !errors.Is(err, target) {
			t.Errorf("%v does not match %v", err, target)
		}
	}
}

const ms = time.Millisecond

func TestDoReturnsFirstSuccess(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, 1)
	calls := 0
	err := retry.Do(ctx, retry.Policy{Budget: retry.NoBudget}, func(got context.Context) error {
		calls++
		if got != ctx {
			t.Error("the first attempt gets another ctx")
		}
		return nil
	})
	if err != nil || calls != 1 {
		t.Errorf("error %v, %d calls", err, calls)
	}
}

func TestDelays(t *testing.T) {
	for _, tc := range []struct {
		name   string
		policy retry.Policy
		want   []time.Duration // when attempts are made
	}{
		{"defaults", retry.Policy{}, []time.Duration{0, 100 * ms, 300 * ms}},
		{"doubling to the cap", retry.Policy{MaxAttempts: 6, MaxDelay: 350 * ms},
			[]time.Duration{0, 100 * ms, 300 * ms, 650 * ms, 1000 * ms, 1350 * ms}},
		{"no cap given and a base above the default", retry.Policy{BaseDelay: time.Minute},
			[]time.Duration{0, time.Minute, 2 * time.Minute}},
		{"default cap", retry.Policy{MaxAttempts: 4, BaseDelay: 15 * time.Second},
			[]time.Duration{0, 15 * time.Second, 35 * time.Second, 55 * time.Second}},
		{"no cap", retry.Policy{MaxAttempts: 4, BaseDelay: time.Hour, MaxDelay: -1},
			[]time.Duration{0, time.Hour, 3 * time.Hour, 7 * time.Hour}},
		{"base above the cap", retry.Policy{BaseDelay: time.Minute, MaxDelay: time.Second},
			[]time.Duration{0, time.Second, 2 * time.Second}},
		{"constant", retry.Policy{BaseDelay: ms, MaxDelay: ms}, []time.Duration{0, ms, 2 * ms}},
		{"no delay", retry.Policy{MaxAttempts: 4, BaseDelay: -1}, []time.Duration{0, 0, 0, 0}},
		{"one attempt", retry.Policy{MaxAttempts: 1}, []time.Duration{0}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tc.policy.Jitter, tc.policy.Budget = retry.NoJitter, retry.NoBudget
				l := newLog(always(errOp))
				err := retry.Do(t.Context(), tc.policy, l.op)
				wantError(t, err, len(tc.want), errOp, retry.ErrAttempts)
				l.wantCalls(t, tc.want...)
			})
		})
	}
}

func TestUnlimitedAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLog(failing(1000))
		if err := retry.Do(t.Context(), retry.Policy{MaxAttempts: -1, Budget: retry.NoBudget}, l.op); err != nil {
			t.Error(err)
		}
		if len(l.calls) != 1001 {
			t.Errorf("%d attempts", len(l.calls))
		}
	})
}

// Each jitter must reach the waits and keep to its range there.
func TestJitterOfWaits(t *testing.T) {
	for jitter, low := range map[retry.Jitter]time.Duration{
		retry.FullJitter: 0, retry.EqualJitter: 500 * ms, retry.DecorrelatedJitter: 1000 * ms,
	} {
		synctest.Test(t, func(t *testing.T) {
			seen := map[time.Duration]bool{}
			for range 50 {
				l := newLog(failing(1))
				policy := retry.Policy{Budget: retry.NoBudget, BaseDelay: time.Second, MaxDelay: 3 * time.Second, Jitter: jitter}
				if err := retry.Do(t.Context(), policy, l.op); err != nil {
					t.Fatal(err)
				}
				d := l.calls[1]
				high := time.Second
				if jitter == retry.DecorrelatedJitter {
					high = 3 * time.Second
				}
				if d < low || d > high {
					t.Errorf("%v: waited %v", jitter, d)
				}
				seen[d] = true
			}
			if len(seen) < 20 {
				t.Errorf("%v: only %d different waits in 50", jitter, len(seen))
			}
		})
	}
}

type loop func(context.Context, retry.Policy, func(context.Context) error) error

// loops are the four ways to retry, which must agree on when to stop.
var loops = map[string]loop{
	"Do": retry.Do,
	"DoValue": func(ctx context.Context, p retry.Policy, op func(context.Context) error) error {
		_, err := retry.DoValue(ctx, p, func(ctx context.Context) (int, error) { return 0, op(ctx) })
		return err
	},
	"AttemptsErr": func(ctx context.Context, p retry.Policy, op func(context.Context) error) (err error) {
		for range retry.AttemptsErr(ctx, p, &err) {
			if err = op(ctx); err == nil {
				break
			}
		}
		return err
	},
	"Attempts": func(ctx context.Context, p retry.Policy, op func(context.Context) error) (err error) {
		attempts := 0
		for range retry.Attempts(ctx, p) {
			attempts++
			if err = op(ctx); err == nil {
				return nil
			}
		}
		return &retry.Error{Attempts: attempts, Err: err, Reason: errUnknown}
	},
}

// errUnknown stands for the reason, which a loop over Attempts is not told.
var errUnknown = errors.New("unknown")

// stops runs one case in all four ways. Attempts sees no reasons.
func stops(t *testing.T, attempts int, reasons []error, run func(t *testing.T, loop loop) error) {
	for name, loop := range loops {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				err := run(t, loop)
				if name == "Attempts" {
					wantError(t, err, attempts)
				} else {
					wantError(t, err, attempts, reasons...)
				}
			})
		})
	}
}

func TestDoValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for failures, wantErr := range map[int]bool{0: false, 2: false, 3: true} {
			calls := 0
			v, err := retry.DoValue(t.Context(), retry.Policy{Budget: retry.NoBudget}, func(context.Context) (int, error) {
				calls++
				return calls, failing(failures)(calls)
			})
			if v != calls || (err != nil) != wantErr {
				t.Errorf("%d failures: value %d after %d calls, error %v", failures, v, calls, err)
			}
		}
	})
}

func TestPreviousAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []int
		retry.Do(t.Context(), retry.Policy{Budget: retry.NoBudget}, func(ctx context.Context) error {
			child, cancel := context.WithCancel(ctx)
			defer cancel()
			got = append(got, retry.PreviousAttempts(child))
			return errOp
		})
		if !slices.Equal(got, []int{0, 1, 2}) {
			t.Errorf("attempts %v", got)
		}
		if n := retry.PreviousAttempts(context.Background()); n != 0 {
			t.Errorf("outside of a retry: %d", n)
		}
	})
}

// The ctx of a later attempt is the caller's in all but the attempt's number.
func TestLaterAttemptsKeepTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		ctx, cancel := context.WithCancelCause(context.WithValue(t.Context(), key{}, "v"))
		err := retry.Do(ctx, retry.Policy{Budget: retry.NoBudget}, func(ctx context.Context) error {
			if retry.PreviousAttempts(ctx) == 0 {
				return errOp
			}
			if ctx.Value(key{}) != "v" {
				t.Error("value lost")
			}
			child, stop := context.WithCancel(ctx)
			defer stop()
			cancel(errCause)
			<-child.Done()
			return context.Cause(child)
		})
		wantError(t, err, 2, errCause, context.Canceled)
	})
}

func TestPolicyIsPlainData(t *testing.T) {
	typ := reflect.TypeFor[retry.Policy]()
	for i := range typ.NumField() {
		if f := typ.Field(i); !f.IsExported() {
			t.Errorf("field %s holds state that nobody can set", f.Name)
		}
	}
}
