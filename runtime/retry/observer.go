package retry

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Observer is told what happens in calls under a [Policy]. Of one call it hears
//
//	AttemptStarted, AttemptEnded, then for each retry
//	Waiting, AttemptStarted, AttemptEnded, and, without success,
//	GaveUp
//
// It must be safe for concurrent use. The ctx is the caller's.
type Observer interface {
	Observe(ctx context.Context, e Event)
}

// ObserverFunc is a function as an Observer.
type ObserverFunc func(ctx context.Context, e Event)

// Observe calls f.
func (f ObserverFunc) Observe(ctx context.Context, e Event) { f(ctx, e) }

// Observers tells all of several observers, in their order.
func Observers(observers ...Observer) Observer {
	observers = slices.Clone(observers)
	return ObserverFunc(func(ctx context.Context, e Event) {
		for _, o := range observers {
			o.Observe(ctx, e)
		}
	})
}

// Event is something that happens in a call under a [Policy].
type Event struct {
	Kind Kind
	Name string // Policy.Name
	// Previous is how many attempts the call had made before the one that the
	// event is about: 0 in the first, as [Attempts] counts.
	Previous int
	// Err is the error of the attempt that ended last; nil after success, and
	// in [Attempts], which does not know it.
	Err error
	// Unknown is true if the attempt ended last under [Attempts] in a way
	// that does not tell whether it succeeded.
	Unknown bool
	// Took is how long the attempt took, in AttemptEnded.
	Took time.Duration
	// Wait is the wait that begins, in Waiting.
	Wait time.Duration
	// Held is true in Waiting if the budget allows no attempt at the end of
	// the wait: without a limit of attempts, a turn is then skipped.
	Held bool
	// Reason is why there is no other attempt, in GaveUp.
	Reason error
	// Budget is the one that the call's retries are paid from.
	Budget *Budget
}

// Kind is what an [Event] tells.
type Kind uint8

const (
	AttemptStarted Kind = iota // an attempt begins
	AttemptEnded               // it is over: Err, Unknown, Took
	Waiting                    // a wait for the next attempt begins: Wait, Held
	GaveUp                     // there is no other attempt: Err, Reason
	Nested                     // retrying begins under an attempt of another policy
)

var kinds = [...]string{"AttemptStarted", "AttemptEnded", "Waiting", "GaveUp", "Nested"}

// String is the name of the constant.
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k]
	}
	return "unknown"
}

// Label names the kind of failure of the attempt that ended last, in few enough
// words for a metric's label: "ok" after success; what the first error in Err's
// tree with a method RetryLabel() string says; else "throttled" if it is
// [Overloaded], "retry_after" if the other side asked for a wait, "timeout" if it
// is one, "error" otherwise; and "unknown" where Err is not known.
func (e Event) Label() string {
	if e.Unknown {
		return "unknown"
	}
	if e.Err == nil {
		return "ok"
	}
	label := ""
	walk(e.Err, func(err error) bool {
		labelled, ok := err.(interface{ RetryLabel() string })
		if ok {
			label = labelled.RetryLabel()
		}
		return ok
	})
	v := judgeByError(e.Err)
	switch {
	case label != "":
		return label
	case v.class == Throttle:
		return "throttled"
	case v.asked:
		return "retry_after"
	case timedOut(e.Err):
		return "timeout"
	}
	return "error"
}

// reasons are the labels of reasons. The end of ctx is the last resort, as
// ErrDeadline matches it too.
var reasons = []struct {
	err   error
	label string
}{
	{ErrAttempts, "attempts"}, {ErrElapsed, "elapsed"}, {ErrBudget, "budget"}, {ErrRetryAfter, "retry_after"},
	{ErrDeadline, "deadline"}, {ErrNested, "nested"}, {ErrGivenUp, "given_up"},
	{context.DeadlineExceeded, "deadline"}, {context.Canceled, "canceled"},
}

// ReasonLabel is Reason in a word, for a metric's label: "attempts", "elapsed",
// "budget", "retry_after", "deadline", "nested", "given_up", "canceled", or "" if
// there is no Reason.
func (e Event) ReasonLabel() string {
	if e.Reason == nil {
		return ""
	}
	for _, r := range reasons {
		if errors.Is(e.Reason, r.err) {
			return r.label
		}
	}
	return "canceled" // a context with an error of its own
}
