package retry

import (
	"context"
	"iter"
	"time"
)

// Attempts yields 0, 1, 2, … to a loop whose body is the operation, and waits
// between the rounds:
//
//	for i := range retry.Attempts(ctx, policy) {
//		if err = op(); err == nil {
//			break
//		}
//	}
//
// Leaving the loop (break, return, goto, a continue of an outer loop) ends
// retrying and counts as success to the budget. The end of the body and
// continue mean that the attempt failed: the loop goes on after the wait, or
// ends when there is not another attempt. It does not run at all when ctx is
// done.
//
// Attempts sees no errors, so Policy.RetryIf, [Permanent] and [RetryAfter] have
// no effect; [AttemptsErr] sees them. Each loop over the same Seq starts anew.
func Attempts(ctx context.Context, p Policy) iter.Seq[int] {
	return func(yield func(int) bool) {
		if ctx.Err() != nil {
			return
		}
		start := p.start()
		if yield(0) {
			yieldAgain(ctx, &p, start, yield)
		} else {
			p.Budget.Success(false)
		}
	}
}

// yieldAgain goes on after the first round failed.
func yieldAgain(ctx context.Context, p *Policy, start time.Time, yield func(int) bool) {
	r := newRetrier(p, start)
	for r.next(ctx, p, nil) == nil {
		if !yield(r.attempt - 1) {
			p.Budget.Success(true)
			return
		}
	}
}

// AttemptsErr is [Attempts] for a loop that keeps its error in a variable:
//
//	var err error
//	for range retry.AttemptsErr(ctx, policy, &err) {
//		if err = op(); err == nil {
//			return nil
//		}
//	}
//	return err
//
// After a round that did not leave the loop it reads *err, for Policy.RetryIf,
// [Permanent] and [RetryAfter]. Such a round has failed even if *err is nil.
// When retrying stops, *err becomes what [Do] would return: an [*Error], also
// when ctx was done before the first round, or the operation's own error. Left
// by its body, the loop does not touch *err, and the budget counts a success
// only if *err is nil.
func AttemptsErr(ctx context.Context, p Policy, err *error) iter.Seq[int] {
	return func(yield func(int) bool) {
		if ctx.Err() != nil {
			*err = notAttempted(ctx)
			return
		}
		start := p.start()
		if yield(0) {
			yieldAgainErr(ctx, &p, start, yield, err)
		} else if *err == nil {
			p.Budget.Success(false)
		}
	}
}

func yieldAgainErr(ctx context.Context, p *Policy, start time.Time, yield func(int) bool, err *error) {
	r := newRetrier(p, start)
	for {
		if stop := r.next(ctx, p, *err); stop != nil {
			*err = stop
			return
		}
		if !yield(r.attempt - 1) {
			if *err == nil {
				p.Budget.Success(true)
			}
			return
		}
	}
}
