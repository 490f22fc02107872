package retrytest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retrytest"
)

var errBusy = errors.New("busy")

// recorder is a testing.TB that notes failures instead of failing.
type recorder struct {
	testing.TB
	failed []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.failed = append(r.failed, fmt.Sprintf(format, args...))
}

func TestScript(t *testing.T) {
	s := retrytest.Fail(errBusy, nil, errBusy)
	var got []error
	for range 5 {
		got = append(got, s.Next(t.Context()))
	}
	if want := []error{errBusy, nil, errBusy, nil, nil}; !slices.Equal(got, want) || s.Calls() != 5 {
		t.Errorf("%v after %d calls, want %v", got, s.Calls(), want)
	}
	always := retrytest.FailAlways(errBusy)
	if always.Next(t.Context()) != errBusy || always.Next(t.Context()) != errBusy {
		t.Error("it does not fail always")
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errBusy)
	if err := s.Next(ctx); err != errBusy || s.Calls() != 5 {
		t.Errorf("on a dead ctx: %v", err)
	}
}

// The same seed draws the same delays, another one others.
func TestSeed(t *testing.T) {
	waits := func(seed uint64) (waits []time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			var log retrytest.Log
			policy := retry.Policy{MaxAttempts: 5, Observer: &log}
			retry.Do(retrytest.Context(t, seed), policy, retrytest.FailAlways(errBusy).Next)
			for _, e := range log.Events(retry.Waiting) {
				waits = append(waits, e.Wait)
			}
		})
		return waits
	}
	one := waits(1)
	if len(one) != 4 || !slices.Equal(one, waits(1)) {
		t.Errorf("%v and %v with the same seed", one, waits(1))
	}
	if slices.Equal(one, waits(2)) {
		t.Errorf("another seed gave %v too", one)
	}
}

// A test has budgets of its own, whatever another has spent.
func TestBudgetsAreIsolated(t *testing.T) {
	for range 3 {
		synctest.Test(t, func(t *testing.T) {
			ctx := retrytest.Context(t, 1)
			script := retrytest.FailAlways(errBusy)
			err := retry.Do(ctx, retry.Policy{Name: "isolated", MaxAttempts: 9}, script.Next)
			if !errors.Is(err, retry.ErrBudget) {
				t.Errorf("got %v", err)
			}
			script.WantCalls(t, 6) // one, and a budget of five
		})
	}
	for key, b := range retry.DefaultBudgets() {
		if s := b.Stats(); s.Withdrawn > 0 {
			t.Errorf("%s: %+v", key, s)
		}
	}
}

func TestWants(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log retrytest.Log
		policy := retry.Policy{Jitter: retry.NoJitter, Observer: &log}
		script := retrytest.Fail(errBusy)
		retry.Do(retrytest.Context(t, 1), policy, script.Next)
		retry.Do(retrytest.Context(t, 1), policy, retrytest.FailAlways(retry.Permanent(errBusy)).Next)
		ms := time.Millisecond

		script.WantCalls(t, 2)
		script.WantTimes(t, 0, 100*ms)
		log.WantAttempts(t, 3)
		log.WantWaits(t, 100*ms)
		log.WantGaveUp(t, retry.ErrGivenUp)

		r := &recorder{TB: t}
		script.WantCalls(r, 1)
		script.WantTimes(r, 0)
		log.WantAttempts(r, 2)
		log.WantWaits(r)
		log.WantGaveUp(r)
		log.WantGaveUp(r, retry.ErrBudget)
		if len(r.failed) != 6 {
			t.Errorf("wrong expectations gave %q", r.failed)
		}
	})
}
