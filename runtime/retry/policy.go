package retry

import (
	"math"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/backoff"
)

// The defaults that a zero in a [Policy] stands for.
const (
	DefaultMaxAttempts   = 3
	DefaultBaseDelay     = 100 * time.Millisecond
	DefaultMaxDelay      = 20 * time.Second
	DefaultMaxRetryAfter = time.Minute
)

// Policy says how often and how fast to attempt again.
//
// It is plain data: copy it, share it between goroutines. In every number zero
// means the default, and a negative number means none: no limit, or for
// BaseDelay no delay. No value panics.
type Policy struct {
	// Name is the dependency's, for metrics. Policies without a Budget that
	// have different names have different budgets.
	Name string
	// MaxAttempts limits the attempts, the first included. Without a limit,
	// an empty budget does not end retrying either: turns are skipped until
	// it allows an attempt.
	MaxAttempts int
	// MaxElapsed is how long after the start of the first attempt another may
	// start. The default is no limit. It does not cut an attempt short;
	// AttemptTimeout and a context do.
	MaxElapsed time.Duration
	// AttemptTimeout limits each attempt, whose ctx then ends with the cause
	// [ErrAttemptTimeout]. The default is no limit. It has no effect in
	// [Attempts] and [AttemptsErr], which hand out no context.
	AttemptTimeout time.Duration
	// BaseDelay is the delay before the first retry, before jitter. It
	// doubles with every retry.
	BaseDelay time.Duration
	// MaxDelay caps the delay before jitter. Equal to BaseDelay it makes the
	// delay constant; a BaseDelay above it counts as MaxDelay. Where it is
	// not set, a BaseDelay above DefaultMaxDelay is the cap itself.
	MaxDelay time.Duration
	// MaxRetryAfter is the longest wait that the other side may ask for (see
	// [RetryAfter]). Asked for more, retrying stops with [ErrRetryAfter]
	// rather than trying sooner than was asked.
	MaxRetryAfter time.Duration
	// Classify says what an error means for another attempt. It is asked
	// about each error that is not nil. Nil means that [Decision]'s zero value
	// is the answer to all.
	Classify func(error) Decision
	// Observer is told of attempts, waits and the end. It is called on the
	// caller's goroutine: what it does is quick.
	Observer Observer
	// Budget limits the retries of all that share it. Nil means the budget
	// that all policies of the same Name share in the package of the function
	// that is called (see [DefaultBudgets]), and [NoBudget] no such limit.
	Budget *Budget
	// Jitter says how delays are drawn; [FullJitter] is the default.
	Jitter Jitter
	// OneLayer lets a single layer retry, where layers call each other: under
	// an attempt of another policy with OneLayer there is one attempt only.
	// It costs an allocation for each call, as the first attempt's ctx must
	// tell what is below.
	OneLayer bool
}

// Jitter is the way a delay is drawn at random, so that clients which failed
// together do not come back together. With c = min(MaxDelay, BaseDelay·2ⁿ)
// before retry n+1, after Brooker,
// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/:
type Jitter uint8

const (
	// FullJitter draws from [0, c], and c/2 on average.
	FullJitter Jitter = iota
	// EqualJitter draws from [c/2, c].
	EqualJitter
	// DecorrelatedJitter draws from [BaseDelay, three times the delay
	// before], cut off at MaxDelay.
	DecorrelatedJitter
	// NoJitter waits exactly c. Use it only where no other client can be
	// waiting for the same thing.
	NoJitter
)

// String is the name of the jitter.
func (j Jitter) String() string {
	switch j {
	case EqualJitter:
		return "EqualJitter"
	case DecorrelatedJitter:
		return "DecorrelatedJitter"
	case NoJitter:
		return "NoJitter"
	default:
		return "FullJitter"
	}
}

// backoffs are the jitters by their numbers.
var backoffs = [...]backoff.Jitter{backoff.Full, backoff.Equal, backoff.Decorrelated, backoff.None}

func (j Jitter) backoff() backoff.Jitter {
	if int(j) < len(backoffs) {
		return backoffs[j]
	}
	return backoff.Full
}

// limit reads a number of a Policy: its default if it is zero, and if it is
// negative what stands for none.
func limit[T int | time.Duration](n, byDefault, none T) T {
	switch {
	case n == 0:
		return byDefault
	case n < 0:
		return none
	default:
		return n
	}
}

func (p *Policy) maxAttempts() int { return limit(p.MaxAttempts, DefaultMaxAttempts, math.MaxInt) }

func (p *Policy) maxRetryAfter() time.Duration {
	return limit(p.MaxRetryAfter, DefaultMaxRetryAfter, math.MaxInt64)
}

func (p *Policy) delays() backoff.Sequence {
	base := limit(p.BaseDelay, DefaultBaseDelay, 0)
	return backoff.Sequence{
		Base:   base,
		Max:    limit(p.MaxDelay, max(DefaultMaxDelay, base), math.MaxInt64),
		Jitter: p.Jitter.backoff(),
	}
}
