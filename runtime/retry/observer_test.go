package retry_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// events notes what an observer is told, in a line each.
type events struct{ seen []string }

func (o *events) Observe(_ context.Context, e retry.Event) {
	line := fmt.Sprint(e.Kind, " ", e.Previous)
	switch e.Kind {
	case retry.AttemptStarted:
		if e.Previous > 0 {
			line += " after " + e.Label()
		}
	case retry.AttemptEnded:
		line += fmt.Sprint(" ", e.Label(), " ", e.Took)
	case retry.Waiting:
		line += fmt.Sprint(" ", e.Wait)
	case retry.GaveUp:
		line += " " + e.ReasonLabel()
	}
	o.seen = append(o.seen, line)
}

func (o *events) want(t *testing.T, name string, want ...string) {
	t.Helper()
	if !slices.Equal(o.seen, want) {
		t.Errorf("%s: told of\n%q, want\n%q", name, o.seen, want)
	}
}

func TestObserver(t *testing.T) {
	for name, loop := range loops {
		label, gaveUp := "error", "GaveUp 1 attempts"
		ended := "AttemptEnded 1 ok 10ms"
		if name == "Attempts" {
			label, ended = "unknown", "AttemptEnded 1 unknown 10ms"
		}
		synctest.Test(t, func(t *testing.T) {
			var o events
			policy := retry.Policy{Name: "x", Budget: new(retry.Budget), MaxAttempts: 2, Jitter: retry.NoJitter, Observer: &o}
			l := newLog(failing(1))
			op := func(ctx context.Context) error { time.Sleep(10 * ms); return l.op(ctx) }
			loop(t.Context(), policy, op)
			o.want(t, name, "AttemptStarted 0", "AttemptEnded 0 "+label+" 10ms", "Waiting 0 100ms",
				"AttemptStarted 1 after "+label, ended)

			o.seen, l.err = nil, always(errOp)
			loop(t.Context(), policy, op)
			if name != "Attempts" {
				o.want(t, name, "AttemptStarted 0", "AttemptEnded 0 error 10ms", "Waiting 0 100ms",
					"AttemptStarted 1 after error", "AttemptEnded 1 error 10ms", gaveUp)
			}

			o.seen = nil
			dead, cancel := context.WithCancel(t.Context())
			cancel()
			loop(dead, policy, op)
			o.want(t, name, "GaveUp 0 canceled")
		})
	}
}

func TestObserverSeesPolicy(t *testing.T) {
	budget := new(retry.Budget)
	seen := 0
	one := retry.ObserverFunc(func(_ context.Context, e retry.Event) {
		seen++
		if e.Name != "payments" || e.Budget != budget {
			t.Errorf("%v: name %q, budget %p", e.Kind, e.Name, e.Budget)
		}
	})
	policy := retry.Policy{Name: "payments", BaseDelay: -1, Budget: budget, Observer: retry.Observers(one, one)}
	retry.Do(t.Context(), policy, func(context.Context) error { return errOp })
	if seen != 2*9 {
		t.Errorf("%d events", seen)
	}
}

func TestReasonLabels(t *testing.T) {
	errOwn := errors.New("shutting down")
	for want, reason := range map[string]error{
		"": nil, "attempts": retry.ErrAttempts, "elapsed": retry.ErrElapsed, "budget": retry.ErrBudget,
		"retry_after": retry.ErrRetryAfter, "nested": retry.ErrNested, "given_up": retry.ErrGivenUp,
		"canceled": fmt.Errorf("%w: %w", context.Canceled, errOwn),
	} {
		if got := (retry.Event{Reason: reason}).ReasonLabel(); got != want {
			t.Errorf("%v: %q, want %q", reason, got, want)
		}
	}
	for _, reason := range []error{retry.ErrDeadline, context.DeadlineExceeded} {
		if got := (retry.Event{Reason: reason}).ReasonLabel(); got != "deadline" {
			t.Errorf("%v: %q", reason, got)
		}
	}
	if got := (retry.Event{Reason: errOwn}).ReasonLabel(); got != "canceled" {
		t.Errorf("a context's own error: %q", got)
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
		{nil, "ok"}, {errOp, "error"},
		{fmt.Errorf("read: %w", context.DeadlineExceeded), "timeout"},
		{retry.ErrAttemptTimeout, "timeout"},
		{throttled(0), "retry_after"},
		{retry.Overloaded(throttled(0)), "throttled"},
		{fmt.Errorf("x: %w", labelled("http_503")), "http_503"},
		{retry.RetryAfter(labelled("http_429"), time.Second), "http_429"},
	} {
		if got := (retry.Event{Err: tc.err}).Label(); got != tc.want {
			t.Errorf("%v: label %q, want %q", tc.err, got, tc.want)
		}
	}
}

func TestNames(t *testing.T) {
	for want, got := range map[string]fmt.Stringer{
		"AttemptStarted": retry.AttemptStarted, "Nested": retry.Nested, "unknown": retry.Kind(99),
		"FullJitter": retry.FullJitter, "EqualJitter": retry.EqualJitter,
		"DecorrelatedJitter": retry.DecorrelatedJitter, "NoJitter": retry.NoJitter,
	} {
		if got.String() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
