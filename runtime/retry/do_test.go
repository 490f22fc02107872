package retry_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
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
	err := retry.Do(ctx, retry.Policy{}, func(got context.Context) error {
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
				tc.policy.Jitter = retry.NoJitter
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
		if err := retry.Do(t.Context(), retry.Policy{MaxAttempts: -1}, l.op); err != nil {
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
				policy := retry.Policy{BaseDelay: time.Second, MaxDelay: 3 * time.Second, Jitter: jitter}
				if err := retry.Do(t.Context(), policy, l.op); err != nil {
					t.Fatal(err)
				}
				d := l.calls[1]
				high := time.Second
				if jitter == retry.DecorrelatedJitter {
					high = 3 * time.Second
				}
				if d < low || d > high {
					t.Errorf("jitter %d: waited %v", jitter, d)
				}
				seen[d] = true
			}
			if len(seen) < 20 {
				t.Errorf("jitter %d: only %d different waits in 50", jitter, len(seen))
			}
		})
	}
}

func TestOnRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events []retry.Event
		type key struct{}
		ctx := context.WithValue(t.Context(), key{}, "v")
		l := newLog(always(errOp))
		policy := retry.Policy{
			MaxAttempts: 3,
			Jitter:      retry.NoJitter,
			OnRetry: func(got context.Context, e retry.Event) {
				if got.Value(key{}) != "v" {
					t.Error("OnRetry gets another ctx")
				}
				if time.Since(l.start) != l.calls[len(l.calls)-1] {
					t.Error("OnRetry came after the wait")
				}
				events = append(events, e)
			},
		}
		wantError(t, retry.Do(ctx, policy, l.op), 3, errOp)
		want := []retry.Event{{Attempt: 1, Err: errOp, Delay: 100 * ms}, {Attempt: 2, Err: errOp, Delay: 200 * ms}}
		if !slices.Equal(events, want) {
			t.Errorf("events %v, want %v and none after the last attempt", events, want)
		}
	})
}

func TestOnRetryMayCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		l := newLog(always(errOp))
		err := retry.Do(ctx, retry.Policy{OnRetry: func(context.Context, retry.Event) { cancel(errCause) }}, l.op)
		wantError(t, err, 1, errOp, context.Canceled, errCause)
		l.wantCalls(t, 0)
	})
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

func TestDeadContext(t *testing.T) {
	stops(t, 0, []error{context.Canceled, errCause}, func(t *testing.T, loop loop) error {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errCause)
		l := newLog(always(errOp))
		err := loop(ctx, retry.Policy{}, l.op)
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
		err := loop(ctx, retry.Policy{Jitter: retry.NoJitter}, l.op)
		l.wantCalls(t, 0, 100*ms)
		return err
	})
}

func TestCancelledDuringWait(t *testing.T) {
	stops(t, 1, []error{errOp, context.Canceled, errCause}, func(t *testing.T, loop loop) error {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(40*ms, func() { cancel(errCause) })
		l := newLog(always(errOp))
		budget := &retry.Budget{MinPerSecond: -1}
		err := loop(ctx, retry.Policy{Jitter: retry.NoJitter, Budget: budget}, l.op)
		if now := time.Since(l.start); len(l.calls) != 1 || now != 40*ms {
			t.Errorf("%d attempts, returned at %v, want 1, at 40ms", len(l.calls), now)
		}
		if s := budget.Stats(); s != (retry.BudgetStats{Available: 100}) {
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
		budget := &retry.Budget{MinPerSecond: -1}
		err := loop(doneAt{t.Context(), time.Now().Add(100 * ms)}, retry.Policy{Jitter: retry.NoJitter, Budget: budget}, l.op)
		if len(l.calls) != 1 || budget.Stats().Available != 100 {
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
			policy := retry.Policy{Jitter: retry.NoJitter, OnRetry: func(_ context.Context, e retry.Event) {
				if e.Attempt == 2 {
					t.Error("OnRetry for a wait that is refused")
				}
			}}
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
		wantError(t, retry.Do(ctx, retry.Policy{Jitter: retry.NoJitter}, l.op), 3, retry.ErrAttempts)
		l.wantCalls(t, 0, 100*ms, 300*ms)
	})
}

// With a cause, context.Cause alone would hide that the deadline passed.
func TestDeadlineCauseKeepsDeadlineExceeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errCause)
		defer cancel()
		err := retry.Do(ctx, retry.Policy{}, func(ctx context.Context) error {
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
			err := loop(t.Context(), retry.Policy{MaxAttempts: 4, MaxElapsed: elapsed, Jitter: retry.NoJitter}, l.op)
			l.wantCalls(t, want...)
			return err
		})
	}
}

// MaxElapsed counts the time that attempts take.
func TestMaxElapsedCountsAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		err := retry.Do(t.Context(), retry.Policy{MaxAttempts: 9, MaxElapsed: time.Second, BaseDelay: -1}, func(context.Context) error {
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

func TestPermanent(t *testing.T) {
	wrapped := fmt.Errorf("saving: %w", retry.Permanent(errOp))
	joined := errors.Join(errors.New("other"), retry.Permanent(errOp))
	for name, loop := range loops {
		if name == "Attempts" {
			continue // sees no errors
		}
		for _, tc := range []struct{ err, want error }{
			{retry.Permanent(errOp), errOp}, {wrapped, wrapped}, {joined, joined},
			{retry.Permanent(retry.RetryAfter(errOp, time.Second)), nil},
		} {
			calls := 0
			got := loop(t.Context(), retry.Policy{}, func(context.Context) error { calls++; return tc.err })
			if calls != 1 || !errors.Is(got, errOp) || tc.want != nil && got != tc.want {
				t.Errorf("%s: %d calls, got %#v, want %#v", name, calls, got, tc.want)
			}
		}
	}
	if retry.Permanent(nil) != nil || retry.RetryAfter(nil, time.Second) != nil {
		t.Error("a marked nil is not nil")
	}
}

func TestRetryIf(t *testing.T) {
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
				MaxAttempts: 5,
				Jitter:      retry.NoJitter,
				RetryIf:     func(err error) bool { return err == errOp },
			}, l.op)
			if got != errOther {
				t.Errorf("%s: got %v, want the operation's own error", name, got)
			}
			l.wantCalls(t, 0, 100*ms)
		})
	}
}

// A RetryIf that knows context errors as final must not cost the caller the cause.
func TestRetryIfDoesNotHideTheCause(t *testing.T) {
	stops(t, 1, []error{errOp, context.Canceled, errCause}, func(t *testing.T, loop loop) error {
		ctx, cancel := context.WithCancelCause(t.Context())
		return loop(ctx, retry.Policy{RetryIf: func(err error) bool { return !errors.Is(err, context.Canceled) }}, func(ctx context.Context) error {
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
			if err := retry.Do(t.Context(), retry.Policy{Jitter: retry.NoJitter}, l.op); err != nil {
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
			err := retry.Do(t.Context(), retry.Policy{}, l.op)
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
		err := retry.Do(ctx, retry.Policy{MaxRetryAfter: -1, Jitter: retry.NoJitter}, l.op)
		wantError(t, err, 1, errOp, retry.ErrDeadline)
		l.wantCalls(t, 0)
	})
}

func TestDoValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for failures, wantErr := range map[int]bool{0: false, 2: false, 3: true} {
			calls := 0
			v, err := retry.DoValue(t.Context(), retry.Policy{}, func(context.Context) (int, error) {
				calls++
				return calls, failing(failures)(calls)
			})
			if v != calls || (err != nil) != wantErr {
				t.Errorf("%d failures: value %d after %d calls, error %v", failures, v, calls, err)
			}
		}
	})
}

func TestAttemptNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []int
		retry.Do(t.Context(), retry.Policy{}, func(ctx context.Context) error {
			child, cancel := context.WithCancel(ctx)
			defer cancel()
			got = append(got, retry.Attempt(child))
			return errOp
		})
		if !slices.Equal(got, []int{1, 2, 3}) {
			t.Errorf("attempts %v", got)
		}
		if n := retry.Attempt(context.Background()); n != 1 {
			t.Errorf("outside of a retry: %d", n)
		}
	})
}

// The ctx of a later attempt is the caller's in all but the attempt's number.
func TestLaterAttemptsKeepTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		ctx, cancel := context.WithCancelCause(context.WithValue(t.Context(), key{}, "v"))
		err := retry.Do(ctx, retry.Policy{}, func(ctx context.Context) error {
			if retry.Attempt(ctx) == 1 {
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

func TestErrorText(t *testing.T) {
	for want, err := range map[string]error{
		"operation failed (attempts: 3; no attempts left)":               &retry.Error{Attempts: 3, Err: errOp, Reason: retry.ErrAttempts},
		"failed (attempts: 2; no attempts left)":                         &retry.Error{Attempts: 2, Reason: retry.ErrAttempts},
		"not attempted: context canceled":                                &retry.Error{Reason: context.Canceled},
		"the wait would outlive the deadline: context deadline exceeded": retry.ErrDeadline,
	} {
		if err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}

func TestErrorTimeout(t *testing.T) {
	for _, tc := range []struct {
		err  retry.Error
		want bool
	}{
		{retry.Error{Err: errOp, Reason: retry.ErrDeadline}, true},
		{retry.Error{Reason: context.DeadlineExceeded}, true},
		{retry.Error{Err: context.DeadlineExceeded, Reason: retry.ErrAttempts}, true},
		{retry.Error{Err: errOp, Reason: retry.ErrAttempts}, false},
		{retry.Error{Reason: context.Canceled}, false},
	} {
		if got := tc.err.Timeout(); got != tc.want {
			t.Errorf("%v: Timeout is %v", &tc.err, got)
		}
	}
}

type labelled string

func (e labelled) Error() string      { return "labelled" }
func (e labelled) RetryLabel() string { return string(e) }

func TestEventLabel(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want string
	}{
		{nil, "unknown"}, {errOp, "error"},
		{fmt.Errorf("read: %w", context.DeadlineExceeded), "timeout"},
		{throttled(0), "retry_after"},
		{fmt.Errorf("x: %w", labelled("http_503")), "http_503"},
		{retry.RetryAfter(labelled("http_429"), time.Second), "http_429"},
	} {
		if got := (retry.Event{Err: tc.err}).Label(); got != tc.want {
			t.Errorf("%v: label %q, want %q", tc.err, got, tc.want)
		}
	}
}

func TestPolicyIsPlainData(t *testing.T) {
	typ := reflect.TypeFor[retry.Policy]()
	for i := range typ.NumField() {
		if f := typ.Field(i); !f.IsExported() {
			t.Errorf("field %s holds state that nobody can set", f.Name)
		}
	}
}

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
				OnRetry: func(_ context.Context, e retry.Event) { waits = append(waits, e.Delay) },
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
