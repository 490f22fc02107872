package retry

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Reasons why retrying stopped, in [Error.Reason]. When ctx was done instead,
// the reason matches ctx.Err() and context.Cause(ctx).
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
)

// Error is the error of a retry that ended without success. errors.Is and
// errors.As see both Err and Reason.
//
// An error that is [Permanent], or that Policy.RetryIf refused, is returned as
// it is and not as an Error.
type Error struct {
	Attempts int   // attempts made; 0 if ctx was done before the first
	Err      error // the last attempt's error; nil if there was none
	Reason   error // why there was not another
}

func (e *Error) Error() string {
	switch {
	case e.Attempts == 0:
		return fmt.Sprintf("not attempted: %v", e.Reason)
	case e.Err == nil: // a loop under Attempts
		return fmt.Sprintf("failed (attempts: %d; %v)", e.Attempts, e.Reason)
	default:
		return fmt.Sprintf("%v (attempts: %d; %v)", e.Err, e.Attempts, e.Reason)
	}
}

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

// Permanent marks err as not worth another attempt. [Do] returns err itself,
// without the mark. Permanent(nil) is nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &permanentError{err}
}

type permanentError struct{ err error }

func (e *permanentError) Error() string { return e.err.Error() }
func (e *permanentError) Unwrap() error { return e.err }

// RetryAfter notes on err how long the other side asked to wait. The next
// delay is that wait and the policy's own delay on top, so that clients which
// were told the same moment do not come back together. An error of another
// package does the same with a method RetryAfter() time.Duration. A negative d
// counts as zero. RetryAfter(nil, d) is nil.
func RetryAfter(err error, d time.Duration) error {
	if err == nil {
		return nil
	}
	return &retryAfterError{err, max(d, 0)}
}

type retryAfterError struct {
	err   error
	after time.Duration
}

func (e *retryAfterError) Error() string             { return e.err.Error() }
func (e *retryAfterError) Unwrap() error             { return e.err }
func (e *retryAfterError) RetryAfter() time.Duration { return e.after }

// marks are what the tree of an error says about another attempt.
type marks struct {
	permanent bool
	after     time.Duration // of the first error that has it
	asked     bool
}

// readMarks walks the tree of err by itself, because each target of errors.As
// costs an allocation in every failed attempt.
func readMarks(err error) (m marks) {
	walk(err, func(err error) bool {
		if _, ok := err.(*permanentError); ok {
			m.permanent = true
		} else if e, ok := err.(interface{ RetryAfter() time.Duration }); ok && !m.asked {
			m.after, m.asked = max(e.RetryAfter(), 0), true
		}
		return m.permanent
	})
	return m
}

// unmarked is err without the mark of Permanent.
func unmarked(err error) error {
	if mark, ok := err.(*permanentError); ok {
		return mark.err
	}
	return err
}

// walk calls found for err and all that it wraps, in the order of errors.As,
// until found returns true. It reports whether that happened.
func walk(err error, found func(error) bool) bool {
	for err != nil {
		if found(err) {
			return true
		}
		switch wrapper := err.(type) {
		case interface{ Unwrap() error }:
			err = wrapper.Unwrap()
		case interface{ Unwrap() []error }:
			for _, err := range wrapper.Unwrap() {
				if walk(err, found) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}
