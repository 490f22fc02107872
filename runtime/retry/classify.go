package retry

import (
	"errors"
	"time"
)

// Decision is what [Policy.Classify] says about an error. The zero value leaves
// it to the error itself: another attempt, unless it is [Permanent] or another
// layer's retrying gave up on an overload or for want of budget; after as long
// as [RetryAfter] asks.
type Decision struct {
	Class Class
	// AtLeast is the wait that the other side asked for: the next delay is
	// this and the policy's own on top. It counts instead of what the error
	// itself asks if it is positive.
	AtLeast time.Duration
}

// Class is what kind of failure an error is.
type Class uint8

const (
	// ByError leaves it to the error itself.
	ByError Class = iota
	// Again is worth another attempt.
	Again
	// GiveUp is not worth another attempt: the error is returned as it is.
	GiveUp
	// Throttle is worth another attempt, but the other side is overloaded:
	// delays are ten times as long (within MaxDelay), as with throttling in
	// the AWS SDKs, and if retrying ends with it, no layer above retries.
	Throttle
)

// throttled is how much longer delays are after Throttle: the AWS SDKs wait
// 1000 ms where they otherwise begin with 50 or 100
// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html).
const throttled = 10

// Permanent marks err as not worth another attempt, here and in the layers
// above: the error that [Do] returns has the mark too, so that errors.Is and
// errors.As see err, while == does not. Permanent(nil) is nil.
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

// Overloaded marks err as [Throttle] does, for those who make the error rather
// than the policy. Overloaded(nil) is nil.
func Overloaded(err error) error {
	if err == nil {
		return nil
	}
	return &overloadedError{err}
}

type overloadedError struct{ err error }

func (e *overloadedError) Error() string { return e.err.Error() }
func (e *overloadedError) Unwrap() error { return e.err }

// verdict is what is made of an error.
type verdict struct {
	class   Class // not ByError
	atLeast time.Duration
	asked   bool // atLeast was asked for
}

// judge asks the policy and the error.
func (p *Policy) judge(err error) verdict {
	v := judgeByError(err)
	if err == nil || p.Classify == nil {
		return v
	}
	d := p.Classify(err)
	if d.Class != ByError {
		v.class = d.Class
	}
	if d.AtLeast > 0 {
		v.atLeast, v.asked = d.AtLeast, true
	}
	return v
}

// judgeByError walks the tree of err by itself, because each target of errors.As
// costs an allocation in every failed attempt.
func judgeByError(err error) verdict {
	v := verdict{class: Again}
	walk(err, func(err error) (stop bool) {
		switch e := err.(type) {
		case *permanentError:
			v.class = GiveUp
			return true
		case *Error:
			if e.final() {
				v.class = GiveUp
				return true
			}
		case *overloadedError:
			v.class = Throttle
		case interface{ RetryAfter() time.Duration }:
			if !v.asked {
				v.atLeast, v.asked = max(e.RetryAfter(), 0), true
			}
		}
		return false
	})
	return v
}

// final reports whether an error of another layer's retrying must not be
// retried: there is an overload, there or on the way.
func (e *Error) final() bool {
	return e.Overload || errors.Is(e.Reason, ErrBudget) || errors.Is(e.Reason, ErrRetryAfter)
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
