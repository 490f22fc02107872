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
// What it yields is the number of attempts made before, as [PreviousAttempts].
// Leaving the loop (break, return, goto, a continue of an outer loop) ends
// retrying; whether the operation succeeded is not known then, and so the
// budget gives nothing back. The end of the body and continue mean that the
// attempt failed: the loop goes on after the wait, or ends when there is not
// another attempt. It does not run at all when ctx is done.
//
// Attempts sees no errors, so Policy.Classify, [Permanent] and [RetryAfter] have
// no effect; [AttemptsErr] sees them. Each loop over the same Seq starts anew.
func Attempts(ctx context.Context, p Policy) iter.Seq[int] {
	return func(yield func(int) bool) {
		b := p.Budget
		if b == nil {
			b = defaultBudget(codeOfBody(yield), p.Name)
		}
		if p.Observer == nil && ctx.Err() == nil {
			start := p.start()
			if !yield(0) {
				b.Deposit()
				return
			}
			p.with(b).yieldAgain(ctx, start, yield)
			return
		}
		p.with(b).yieldWatched(ctx, yield)
	}
}

// with is a copy of p with a budget.
func (p Policy) with(b *Budget) *Policy {
	p.Budget = b
	return &p
}

// yieldWatched is Attempts where the first round is more than a round.
func (p *Policy) yieldWatched(ctx context.Context, yield func(int) bool) {
	if ctx.Err() != nil {
		notAttempted(ctx, p)
		return
	}
	start := p.start()
	if p.round(ctx, 0, yield, nil) {
		p.yieldAgain(ctx, start, yield)
	} else {
		p.Budget.Deposit()
	}
}

// yieldAgain goes on after the first round failed.
func (p *Policy) yieldAgain(ctx context.Context, start time.Time, yield func(int) bool) {
	r := newRetrier(ctx, p, start)
	for r.next(ctx, p, nil) == nil {
		if !p.round(ctx, r.made, yield, nil) {
			return
		}
		r.made++
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
// After a round that did not leave the loop it reads *err, for Policy.Classify,
// [Permanent] and [RetryAfter]. Such a round has failed even if *err is nil.
// When retrying stops, *err becomes what [Do] would return: an [*Error], also
// when ctx was done before the first round, or the operation's own error. Left
// by its body, the loop does not touch *err, and if *err is nil the retry
// succeeded, which the budget refunds.
func AttemptsErr(ctx context.Context, p Policy, err *error) iter.Seq[int] {
	return func(yield func(int) bool) {
		b := p.Budget
		if b == nil {
			b = defaultBudget(codeOfBody(yield), p.Name)
		}
		if p.Observer == nil && ctx.Err() == nil {
			start := p.start()
			if !yield(0) {
				b.Deposit()
				return
			}
			p.with(b).yieldAgainErr(ctx, start, yield, err)
			return
		}
		p.with(b).yieldWatchedErr(ctx, yield, err)
	}
}

func (p *Policy) yieldWatchedErr(ctx context.Context, yield func(int) bool, err *error) {
	if ctx.Err() != nil {
		*err = notAttempted(ctx, p)
		return
	}
	start := p.start()
	if p.round(ctx, 0, yield, err) {
		p.yieldAgainErr(ctx, start, yield, err)
	} else {
		p.Budget.Deposit()
	}
}

func (p *Policy) yieldAgainErr(ctx context.Context, start time.Time, yield func(int) bool, err *error) {
	r := newRetrier(ctx, p, start)
	for {
		if stop := r.next(ctx, p, *err); stop != nil {
			*err = stop
			return
		}
		if !p.round(ctx, r.made, yield, err) {
			if *err == nil {
				p.Budget.Refund()
			}
			return
		}
		r.made++
	}
}

// round runs the body of a loop once, and reports whether it was not left. err
// is nil if the loop has none to look at.
func (p *Policy) round(ctx context.Context, previous int, yield func(int) bool, err *error) bool {
	if p.Observer == nil {
		return yield(previous)
	}
	started := Event{Kind: AttemptStarted, Previous: previous}
	if previous > 0 {
		started.Err, started.Unknown = errorOf(err)
	}
	p.tell(ctx, started)
	began := time.Now()
	again := yield(previous)
	ended := Event{Kind: AttemptEnded, Previous: previous, Took: time.Since(began)}
	ended.Err, ended.Unknown = errorOf(err)
	if ended.Err == nil && err != nil && !again {
		ended.Unknown = false // it succeeded
	}
	p.tell(ctx, ended)
	return again
}

// errorOf is what a loop keeps as its error, and whether it does not tell how
// the round ended.
func errorOf(err *error) (kept error, unknown bool) {
	if err == nil || *err == nil {
		return nil, true
	}
	return *err, false
}
