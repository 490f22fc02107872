package retry

import (
	"context"
	"errors"
	"fmt"
)

// Reasons why retrying stopped, in [Error.Reason] and [Event.Reason]. When ctx
// was done instead, the reason matches ctx.Err() and context.Cause(ctx).
var (
	// ErrAttempts: Policy.MaxAttempts were made.
	ErrAttempts = errors.New("no attempts left")
	// ErrElapsed: the next attempt would start after Policy.MaxElapsed.
	ErrElapsed = errors.New("maximum elapsed time reached")
	// ErrBudget: this program's own retry budget is exhausted; nothing that
	// the other side said.
	ErrBudget = errors.New("client-side retry budget exhausted")
	// ErrRetryAfter: the other side asked for a wait above Policy.MaxRetryAfter.
	ErrRetryAfter = errors.New("asked to wait longer than allowed before a retry")
	// ErrDeadline: the next wait would outlive ctx's deadline. It matches
	// context.DeadlineExceeded, although ctx is not done yet, because the
	// time that is left is of no use.
	ErrDeadline = fmt.Errorf("the wait would outlive the deadline: %w", context.DeadlineExceeded)
	// ErrNested: Policy.OneLayer leaves retrying to a layer above.
	ErrNested = errors.New("retrying is left to a layer above")
	// ErrGivenUp: the error is [Permanent], or Policy.Classify said [GiveUp].
	// It is the reason in an [Event]; the error itself is what is returned.
	ErrGivenUp = errors.New("not worth another attempt")
)

// ErrAttemptTimeout is the cause with which Policy.AttemptTimeout ends the ctx
// of an attempt. It matches context.DeadlineExceeded.
var ErrAttemptTimeout = fmt.Errorf("attempt timed out: %w", context.DeadlineExceeded)

// Error is the error of a retry that ended without success. errors.Is and
// errors.As see both Err and Reason.
//
// An error that is [Permanent], or that Policy.Classify gave up on, is returned
// as it is and not as an Error.
type Error struct {
	Attempts int   // attempts made; 0 if ctx was done before the first
	Err      error // the last attempt's error; nil if there was none
	Reason   error // why there was not another
	Overload bool  // the last error was a [Throttle]: layers above do not retry it
}

func (e *Error) Error() string {
	switch {
	case e.Attempts == 0:
		return fmt.Sprintf("not attempted: %v", e.Reason)
	case e.Err == nil: // a loop under AttemptsErr that keeps none
		return fmt.Sprintf("failed (attempts: %d; %v)", e.Attempts, e.Reason)
	default:
		return fmt.Sprintf("%v (attempts: %d; %v)", e.Err, e.Attempts, e.Reason)
	}
}

// Unwrap returns Err, if there is one, and Reason.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Reason}
	}
	return []error{e.Err, e.Reason}
}

// Timeout reports whether the last attempt or the retry as a whole ran out of
// time, as net.Error and url.Error ask.
func (e *Error) Timeout() bool { return timedOut(e.Err) || timedOut(e.Reason) }

func timedOut(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}

// contextError is what ended ctx, as one error from which both ctx.Err() and
// context.Cause(ctx) can be reached. ctx must be done.
func contextError(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if err == cause {
		return err
	}
	return fmt.Errorf("%w: %w", err, cause)
}
