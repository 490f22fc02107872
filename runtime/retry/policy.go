package retry

import (
	"context"
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
// It is plain data: copy it, share it between goroutines.
// In every number zero means the default, and a negative number means none:
// no limit, or for BaseDelay no delay. A BaseDelay above MaxDelay counts as
// MaxDelay. No value panics.
type Policy struct {
	// MaxAttempts limits the attempts, the first included.
	MaxAttempts int
	// MaxElapsed is how long after the start of the first attempt another may
	// start. The default is no limit. It does not cut an attempt short; a
	// context does.
	MaxElapsed time.Duration
	// BaseDelay is the delay before the first retry, before jitter. It
	// doubles with every retry.
	BaseDelay time.Duration
	// MaxDelay caps the delay before jitter. Equal to BaseDelay it makes the
	// delay constant.
	MaxDelay time.Duration
	// MaxRetryAfter is the longest wait that the other side may ask for (see
	// [RetryAfter]). Asked for more, retrying stops with [ErrRetryAfter]
	// rather than trying sooner than was asked.
	MaxRetryAfter time.Duration
	// Jitter says how delays are drawn; [FullJitter] is the default.
	Jitter Jitter
	// RetryIf reports whether an error is worth another attempt. Nil means
	// that all are, and [Permanent] errors never are.
	RetryIf func(error) bool
	// OnRetry is called before each wait, and so never after the last
	// attempt. It runs on the caller's goroutine: keep it short.
	OnRetry func(context.Context, Event)
	// Budget limits the retries of all callers that share it. Nil means no
	// such limit.
	Budget *Budget
}

// Event describes a retry that is about to be waited for.
type Event struct {
	Attempt int           // the attempt that failed, counted from 1
	Err     error         // its error; nil in [Attempts], which does not know it
	Delay   time.Duration // the wait that begins now
}

// Jitter is the way a delay is drawn at random, so that clients which failed
// together do not come back together. With c = min(MaxDelay, BaseDelay·2ⁿ)
// before retry n+1, after Brooker,
// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/:
type Jitter uint8

const (
	// FullJitter draws from [0, c], and c/2 on average.
	FullJitter = Jitter(backoff.Full)
	// EqualJitter draws from [c/2, c].
	EqualJitter = Jitter(backoff.Equal)
	// DecorrelatedJitter draws from [BaseDelay, three times the delay
	// before], cut off at MaxDelay.
	DecorrelatedJitter = Jitter(backoff.Decorrelated)
	// NoJitter waits exactly c. Use it only where no other client can be
	// waiting for the same thing.
	NoJitter = Jitter(backoff.None)
)

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
	return backoff.Sequence{
		Base:   limit(p.BaseDelay, DefaultBaseDelay, 0),
		Max:    limit(p.MaxDelay, DefaultMaxDelay, math.MaxInt64),
		Jitter: backoff.Jitter(p.Jitter),
	}
}
