package retry

import (
	"context"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/mark"
)

// Do calls fn until it succeeds, and returns nil then. When there is not
// another attempt, it returns an [*Error] that says why, or fn's own error if
// that is [Permanent] or Policy.Classify gave up on it.
//
// Do is safe for concurrent use with the same Policy.
func Do(ctx context.Context, p Policy, fn func(context.Context) error) error {
	if ctx.Err() != nil {
		return notAttempted(ctx, &p)
	}
	if p.Budget == nil {
		p.Budget = defaultBudget(codeOf(fn), p.Name)
	}
	if !p.plain() {
		return doWatched(ctx, &p, fn)
	}
	start := p.start()
	err := fn(ctx)
	if err == nil {
		p.Budget.Deposit()
		return nil
	}
	return doAgain(ctx, &p, start, fn, err)
}

// doWatched is Do where the first attempt is more than a call.
func doWatched(ctx context.Context, p *Policy, fn func(context.Context) error) error {
	start := p.start()
	err := p.attempt(ctx, mark.Of(ctx), 0, nil, fn)
	if err == nil {
		p.Budget.Deposit()
		return nil
	}
	return doAgain(ctx, p, start, fn, err)
}

// doAgain goes on after the first attempt failed with err. It is a function of
// its own so that the first attempt pays for none of it.
func doAgain(ctx context.Context, p *Policy, start time.Time, fn func(context.Context) error, err error) error {
	r := newRetrier(ctx, p, start)
	for {
		if stop := r.next(ctx, p, err); stop != nil {
			return stop
		}
		if err = p.attempt(ctx, r.above, r.made, err, fn); err == nil {
			p.Budget.Refund()
			return nil
		}
		r.made++
	}
}

// DoValue is [Do] for a function with a result. With an error, the value is
// the last attempt's.
func DoValue[T any](ctx context.Context, p Policy, fn func(context.Context) (T, error)) (T, error) {
	if ctx.Err() != nil {
		var none T
		return none, notAttempted(ctx, &p)
	}
	if p.Budget == nil {
		p.Budget = defaultBudget(codeOfValue(fn), p.Name)
	}
	if !p.plain() {
		return doValueWatched(ctx, &p, fn)
	}
	start := p.start()
	value, err := fn(ctx)
	if err == nil {
		p.Budget.Deposit()
		return value, nil
	}
	return doValueAgain(ctx, &p, start, fn, value, err)
}

func doValueWatched[T any](ctx context.Context, p *Policy, fn func(context.Context) (T, error)) (value T, err error) {
	err = doWatched(ctx, p, func(ctx context.Context) (err error) {
		value, err = fn(ctx)
		return err
	})
	return value, err
}

func doValueAgain[T any](ctx context.Context, p *Policy, start time.Time, fn func(context.Context) (T, error), value T, err error) (T, error) {
	err = doAgain(ctx, p, start, func(ctx context.Context) (err error) {
		value, err = fn(ctx)
		return err
	}, err)
	return value, err
}

func notAttempted(ctx context.Context, p *Policy) error {
	reason := contextError(ctx)
	p.tell(ctx, Event{Kind: GaveUp, Reason: reason})
	return &Error{Reason: reason}
}

// plain reports whether a first attempt is nothing but a call.
func (p *Policy) plain() bool {
	return p.Observer == nil && p.AttemptTimeout <= 0 && !p.OneLayer
}

// start reads the clock only for those who will ask for it.
func (p *Policy) start() time.Time {
	if p.MaxElapsed > 0 {
		return time.Now()
	}
	return time.Time{}
}

// tell fills in what all events of a policy have.
func (p *Policy) tell(ctx context.Context, e Event) {
	if p.Observer != nil {
		e.Name, e.Budget = p.Name, p.Budget
		p.Observer.Observe(ctx, e)
	}
}

// attempt calls fn, after so many attempts before, the last of which failed with
// last, below a mark of another layer. The mark it leaves itself costs an allocation, which plain first
// attempts do without.
func (p *Policy) attempt(ctx context.Context, above *mark.Mark, previous int, last error, fn func(context.Context) error) error {
	below := p.marked(ctx, above, previous)
	if p.AttemptTimeout > 0 {
		timed, cancel := context.WithTimeoutCause(below, p.AttemptTimeout, ErrAttemptTimeout)
		defer cancel()
		below = timed
	}
	if p.Observer == nil {
		return fn(below)
	}
	p.tell(ctx, Event{Kind: AttemptStarted, Previous: previous, Err: last})
	began := time.Now()
	err := fn(below)
	p.tell(ctx, Event{Kind: AttemptEnded, Previous: previous, Err: err, Took: time.Since(began)})
	return err
}

func (p *Policy) marked(ctx context.Context, above *mark.Mark, previous int) context.Context {
	m := &mark.Mark{
		Context:  ctx,
		Retrying: true,
		Only:     p.OneLayer || above.Only,
		Previous: above.Previous + previous,
		Draw:     above.Draw,
		Budgets:  above.Budgets,
	}
	if p.Observer != nil {
		m.Tell = p.Observer
	}
	return m
}

// PreviousAttempts returns how many attempts were made before the one that ctx
// was handed to, in all layers of retries that call each other, and in those of
// callers in other processes if [WithPreviousAttempts] has told of them. It is 0
// in a first attempt and outside of any retry.
func PreviousAttempts(ctx context.Context) int { return mark.Of(ctx).Previous }

// WithPreviousAttempts notes that a request which came with ctx is a repeat: so
// many attempts were made before it. [PreviousAttempts] below counts them too.
func WithPreviousAttempts(ctx context.Context, n int) context.Context {
	m := *mark.Of(ctx)
	m.Context, m.Previous = ctx, max(n, 0)
	return &m
}
