package retry

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/backoff"
)

// Do calls fn until it succeeds, and returns nil then. When there is not
// another attempt, it returns an [*Error] that says why, or fn's own error if
// that is [Permanent] or Policy.RetryIf refused it.
//
// Do is safe for concurrent use with the same Policy.
func Do(ctx context.Context, p Policy, fn func(context.Context) error) error {
	if ctx.Err() != nil {
		return notAttempted(ctx)
	}
	start := p.start()
	err := fn(ctx)
	if err == nil {
		p.Budget.Success(false)
		return nil
	}
	return doAgain(ctx, &p, start, fn, err)
}

// doAgain goes on after the first attempt failed with err. It is a function of
// its own so that the first attempt pays for none of it.
func doAgain(ctx context.Context, p *Policy, start time.Time, fn func(context.Context) error, err error) error {
	r := newRetrier(p, start)
	for {
		if stop := r.next(ctx, p, err); stop != nil {
			return stop
		}
		if err = fn(withAttempt(ctx, r.attempt)); err == nil {
			p.Budget.Success(true)
			return nil
		}
	}
}

// DoValue is [Do] for a function with a result. With an error, the value is
// the last attempt's.
func DoValue[T any](ctx context.Context, p Policy, fn func(context.Context) (T, error)) (T, error) {
	if ctx.Err() != nil {
		var none T
		return none, notAttempted(ctx)
	}
	start := p.start()
	value, err := fn(ctx)
	if err == nil {
		p.Budget.Success(false)
		return value, nil
	}
	return doValueAgain(ctx, &p, start, fn, value, err)
}

func doValueAgain[T any](ctx context.Context, p *Policy, start time.Time, fn func(context.Context) (T, error), value T, err error) (T, error) {
	err = doAgain(ctx, p, start, func(ctx context.Context) (err error) {
		value, err = fn(ctx)
		return err
	}, err)
	return value, err
}

func notAttempted(ctx context.Context) error { return &Error{Reason: contextError(ctx)} }

// start reads the clock only for those who will ask for it.
func (p *Policy) start() time.Time {
	if p.MaxElapsed > 0 {
		return time.Now()
	}
	return time.Time{}
}

// retrier is the state of one retried call from its first failure on. The
// policy is not in it, as that would move every Policy to the heap.
type retrier struct {
	start   time.Time // of the first attempt, if MaxElapsed asks for it
	attempt int       // the one that runs or ran last, counted from 1
	delays  backoff.Sequence
	waiter  waiter
}

func newRetrier(p *Policy, start time.Time) retrier {
	return retrier{start: start, attempt: 1, delays: p.delays()}
}

// next decides after an attempt that failed with err, waits, and returns nil
// when the next attempt is due. Otherwise it returns what the caller gets.
func (r *retrier) next(ctx context.Context, p *Policy, err error) error {
	mark := readMarks(err)
	if mark.permanent {
		return unmarked(err)
	}
	// A RetryIf that refuses context errors must not hide why ctx is done.
	if err != nil && p.RetryIf != nil && ctx.Err() == nil && !p.RetryIf(err) {
		return err
	}
	if reason := r.wait(ctx, p, err, mark.after); reason != nil {
		return &Error{Attempts: r.attempt, Err: err, Reason: reason}
	}
	r.attempt++
	return nil
}

// wait waits for the next attempt, or returns the reason not to make it.
func (r *retrier) wait(ctx context.Context, p *Policy, err error, after time.Duration) error {
	if ctx.Err() != nil {
		return contextError(ctx)
	}
	if r.attempt >= p.maxAttempts() {
		return ErrAttempts
	}
	if after > p.maxRetryAfter() {
		return ErrRetryAfter
	}
	delay := add(after, r.delays.Next(rand.Int64N))
	if p.MaxElapsed > 0 && add(time.Since(r.start), delay) > p.MaxElapsed {
		return ErrElapsed
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= delay {
		return ErrDeadline
	}
	if !p.Budget.Take() {
		return ErrBudget
	}
	if p.OnRetry != nil {
		p.OnRetry(ctx, Event{Attempt: r.attempt, Err: err, Delay: delay})
	}
	stop := r.waiter.sleep(ctx, delay)
	if stop != nil {
		p.Budget.giveBack() // the retry was never sent
	}
	return stop
}

// add is a+b for durations that are not negative, at most the largest there is.
func add(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// Attempt returns which attempt of [Do] ctx was handed to, counted from 1. It
// is 1 also outside of any retry. In nested retries it is the number of the
// innermost one that is past its first attempt, since a first attempt gets its
// caller's ctx unchanged, which costs nothing.
func Attempt(ctx context.Context) int {
	if n, ok := ctx.Value(attemptKey{}).(int); ok {
		return n
	}
	return 1
}

type attemptKey struct{}

// attemptContext is context.WithValue with one allocation instead of two.
type attemptContext struct {
	context.Context
	attempt int
}

func (c *attemptContext) Value(key any) any {
	if key == (attemptKey{}) {
		return c.attempt
	}
	return c.Context.Value(key)
}

func withAttempt(ctx context.Context, n int) context.Context {
	return &attemptContext{ctx, n}
}
