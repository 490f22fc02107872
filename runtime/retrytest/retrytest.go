// Package retrytest helps to test code that retries with package retry: failures
// by a script, delays that are the same in each run, budgets that no other test
// has spent, and the attempts and waits that were made.
//
// In a testing/synctest bubble, waits take no time and are exact:
//
//	synctest.Test(t, func(t *testing.T) {
//		script := retrytest.Fail(errBusy, errBusy)
//		ctx := retrytest.Context(t, 1)
//		if err := fetch(ctx, script.Next); err != nil {
//			t.Error(err)
//		}
//		script.WantCalls(t, 3)
//	})
package retrytest

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/mark"
	"github.com/retryvet/retryvet/runtime/retry"
)

// Context returns a context for code that retries in a test:
//
//   - Jitter is drawn from a source with the given seed, so that the delays are
//     the same in each run. Retries that run concurrently draw from it in any
//     order.
//   - Policies without a Budget have one that this context alone knows. Without
//     it, tests of one package share their retry budget, and leave less of it to
//     each other.
//
// It ends with the test.
func Context(t testing.TB, seed uint64) context.Context {
	var mu sync.Mutex
	random := rand.New(rand.NewPCG(seed, seed))
	return &mark.Mark{
		Context: t.Context(),
		Budgets: new(retry.Budgets[string]),
		Draw: func(n int64) int64 {
			mu.Lock()
			defer mu.Unlock()
			return random.Int64N(n)
		},
	}
}

// Script is an operation that fails as it is told to. It is safe for concurrent
// use.
type Script struct {
	mu    sync.Mutex
	fails []error
	last  error // of calls after the script
	calls []time.Time
}

// Fail makes an operation whose calls return the given errors, one after the
// other, a nil among them being a success, and that succeeds ever after.
func Fail(errs ...error) *Script { return &Script{fails: errs} }

// FailAlways makes an operation that always returns err.
func FailAlways(err error) *Script { return &Script{last: err} }

// Next is the operation: it returns the next error of the script, or why ctx is
// done.
func (s *Script) Next(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.calls)
	s.calls = append(s.calls, time.Now())
	if n < len(s.fails) {
		return s.fails[n]
	}
	return s.last
}

// Calls is how often Next was called.
func (s *Script) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.calls)
}

// WantCalls reports an error if Next was not called n times.
func (s *Script) WantCalls(t testing.TB, n int) {
	t.Helper()
	if got := s.Calls(); got != n {
		t.Errorf("%d attempts, want %d", got, n)
	}
}

// WantTimes reports an error if the calls of Next were not made at these times
// after the first.
func (s *Script) WantTimes(t testing.TB, want ...time.Duration) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var got []time.Duration
	for _, at := range s.calls {
		got = append(got, at.Sub(s.calls[0]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("attempts at %v, want %v", got, want)
	}
}

// Log is a [retry.Observer] that remembers. It is safe for concurrent use; its zero
// value is an empty log.
type Log struct {
	mu     sync.Mutex
	events []retry.Event
}

// Observe implements retry.Observer.
func (l *Log) Observe(_ context.Context, e retry.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, e)
}

// Events are those seen so far, of the given kinds, or all if none is given.
func (l *Log) Events(kinds ...retry.Kind) []retry.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []retry.Event
	for _, e := range l.events {
		if len(kinds) == 0 || slices.Contains(kinds, e.Kind) {
			found = append(found, e)
		}
	}
	return found
}

// WantAttempts reports an error if not n attempts were made.
func (l *Log) WantAttempts(t testing.TB, n int) {
	t.Helper()
	if got := len(l.Events(retry.AttemptStarted)); got != n {
		t.Errorf("%d attempts, want %d", got, n)
	}
}

// WantWaits reports an error if there were other waits than these.
func (l *Log) WantWaits(t testing.TB, want ...time.Duration) {
	t.Helper()
	var got []time.Duration
	for _, e := range l.Events(retry.Waiting) {
		got = append(got, e.Wait)
	}
	if !slices.Equal(got, want) {
		t.Errorf("waits of %v, want %v", got, want)
	}
}

// WantGaveUp reports an error if retrying did not end for these reasons, in this
// order; without reasons, if it ended at all without success. Reasons are compared
// by [retry.Event.ReasonLabel].
func (l *Log) WantGaveUp(t testing.TB, reasons ...error) {
	t.Helper()
	var got, want []string
	for _, e := range l.Events(retry.GaveUp) {
		got = append(got, e.ReasonLabel())
	}
	for _, reason := range reasons {
		want = append(want, retry.Event{Reason: reason}.ReasonLabel())
	}
	if !slices.Equal(got, want) {
		t.Errorf("gave up because of %q, want %q", got, want)
	}
}
