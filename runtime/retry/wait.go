package retry

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/backoff"
	"github.com/retryvet/retryvet/runtime/internal/mark"
)

// retrier is the state of one retried call from its first failure on. The
// policy is not in it, as that would move every Policy to the heap.
type retrier struct {
	start  time.Time // of the first attempt, if MaxElapsed asks for it
	made   int       // attempts made
	told   bool      // the budget knows of the call
	above  *mark.Mark
	draw   func(int64) int64
	delays backoff.Sequence
	waiter waiter
}

func newRetrier(ctx context.Context, p *Policy, start time.Time) retrier {
	above := mark.Of(ctx)
	r := retrier{start: start, made: 1, above: above, draw: above.Draw, delays: p.delays()}
	if r.draw == nil {
		r.draw = rand.Int64N
	}
	if own, ok := above.Budgets.(*Budgets[string]); ok && p.Budget != nil && p.Budget.key != "" {
		p.Budget = own.For(p.Budget.key)
	}
	if above.Retrying {
		p.tellNested(ctx, above)
	}
	return r
}

// tellNested reports to the policy's own observer or, if it has none, to the
// one of the layer above.
func (p *Policy) tellNested(ctx context.Context, above *mark.Mark) {
	e := Event{Kind: Nested, Name: p.Name, Budget: p.Budget}
	if p.Observer != nil {
		p.Observer.Observe(ctx, e)
	} else if o, ok := above.Tell.(Observer); ok {
		o.Observe(ctx, e)
	}
}

// next decides after an attempt that failed with err, waits, and returns nil
// when the next attempt is due. Otherwise it returns what the caller gets.
func (r *retrier) next(ctx context.Context, p *Policy, err error) error {
	v := p.judge(err)
	stop := r.stop(ctx, p, err, v)
	if !r.told {
		r.told = true
		p.Budget.failed()
	}
	return stop
}

// stop is why there is no next attempt, as an error for the caller, or nil.
func (r *retrier) stop(ctx context.Context, p *Policy, err error, v verdict) error {
	// A class that refuses context errors must not hide why ctx is done.
	if v.class == GiveUp && (ctx.Err() == nil || isPermanent(err)) {
		p.tell(ctx, Event{Kind: GaveUp, Previous: r.made - 1, Err: err, Reason: ErrGivenUp})
		return err
	}
	if reason := r.wait(ctx, p, err, v); reason != nil {
		p.tell(ctx, Event{Kind: GaveUp, Previous: r.made - 1, Err: err, Reason: reason})
		return &Error{Attempts: r.made, Err: err, Reason: reason, Overload: v.class == Throttle}
	}
	return nil
}

// isPermanent reports whether the error itself says that it is final.
func isPermanent(err error) bool { return judgeByError(err).class == GiveUp }

// wait waits for the next attempt, or returns the reason not to make it.
// Without a limit of attempts, it waits on while the budget is empty.
func (r *retrier) wait(ctx context.Context, p *Policy, err error, v verdict) error {
	if ctx.Err() != nil {
		return contextError(ctx)
	}
	switch {
	case r.made >= p.maxAttempts():
		return ErrAttempts
	case r.above.Only && p.OneLayer:
		return ErrNested
	case v.atLeast > p.maxRetryAfter():
		return ErrRetryAfter
	}
	for {
		delay := r.delays.Next(r.draw)
		if v.class == Throttle {
			delay = r.delays.Times(delay, throttled)
		}
		delay = add(v.atLeast, delay)
		if reason := r.late(ctx, p, delay); reason != nil {
			return reason
		}
		paid := r.pay(p)
		if !paid && p.MaxAttempts >= 0 {
			return ErrBudget
		}
		if !paid {
			// Asking the budget again and again would take a whole processor
			// where a policy has no delay.
			delay = max(delay, DefaultBaseDelay)
			if reason := r.late(ctx, p, delay); reason != nil {
				return reason
			}
		}
		told := p.Observer != nil || r.above.Waits != nil
		if told {
			// What the observer takes is part of the wait.
			due := time.Now().Add(delay)
			if r.above.Waits != nil {
				r.above.Waits()
			}
			p.tell(ctx, Event{Kind: Waiting, Previous: r.made - 1, Err: err, Wait: delay, Held: !paid})
			delay = time.Until(due)
		}
		reason := r.waiter.sleep(ctx, delay)
		if reason == nil && (told || !paid) {
			reason = r.late(ctx, p, 0)
		}
		if reason != nil && paid {
			p.Budget.Refund() // the retry was never sent
		}
		if reason != nil || paid {
			return reason
		}
		v = verdict{class: Again} // what was asked for has been waited
	}
}

// pay withdraws for the next attempt. The first time it tells the budget of the
// call as well, in one go.
func (r *retrier) pay(p *Policy) bool {
	if r.told {
		return p.Budget.Withdraw()
	}
	r.told = true
	return p.Budget.failedWithdraw()
}

// late is the reason why an attempt after another delay would come too late.
func (r *retrier) late(ctx context.Context, p *Policy, delay time.Duration) error {
	if p.MaxElapsed > 0 && add(time.Since(r.start), delay) > p.MaxElapsed {
		return ErrElapsed
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= delay {
		return ErrDeadline
	}
	return nil
}

// add is a+b for durations that are not negative, at most the largest there is.
func add(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
