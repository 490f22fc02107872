// Package backoff computes the delays between attempts.
//
// The strategies and their names are those of Marc Brooker, "Exponential
// Backoff And Jitter", https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/.
package backoff

import (
	"math"
	"time"
)

// Jitter says how a delay is drawn at random.
type Jitter uint8

const (
	Full         Jitter = iota // uniform in [0, c], c = min(Max, Base·2ⁿ)
	Equal                      // c/2 plus uniform in [0, c/2]
	Decorrelated               // min(Max, uniform in [Base, 3·previous])
	None                       // c
)

// Sequence is the run of delays of one retried call. Its zero value gives
// delays of zero. A Sequence belongs to one goroutine.
type Sequence struct {
	Base   time.Duration // before the first retry; negative counts as zero
	Max    time.Duration // cap, which wins over Base; negative counts as zero
	Jitter Jitter        // an unknown value counts as Full

	n    uint          // delays given so far
	prev time.Duration // the last one, which Decorrelated grows from
}

// Next returns the delay before the next retry: never negative, never above
// Max. draw(n) must return a number in [0, n); n is always positive.
func (s *Sequence) Next(draw func(n int64) int64) time.Duration {
	if s.Jitter == Decorrelated {
		return s.decorrelated(draw)
	}
	c := ceiling(s.Base, s.Max, s.n)
	s.n++
	switch s.Jitter {
	case None:
		return c
	case Equal:
		return c - uniform(draw, 0, c/2)
	default:
		return uniform(draw, 0, c)
	}
}

// Times is a delay of the sequence many times over, within Max.
func (s *Sequence) Times(delay time.Duration, times int64) time.Duration {
	if delay > max(s.Max, 0)/time.Duration(times) {
		return max(s.Max, 0)
	}
	return delay * time.Duration(times)
}

func (s *Sequence) decorrelated(draw func(n int64) int64) time.Duration {
	limit := max(s.Max, 0)
	base := min(max(s.Base, 0), limit)
	high := time.Duration(math.MaxInt64)
	if s.prev = max(s.prev, base); s.prev <= high/3 {
		high = 3 * s.prev
	}
	s.prev = min(limit, uniform(draw, base, high))
	return s.prev
}

// ceiling is min(limit, base·2ⁿ). Comparing with limit>>n, which is zero for a
// large n, instead of shifting base first means that nothing can overflow.
func ceiling(base, limit time.Duration, n uint) time.Duration {
	base, limit = max(base, 0), max(limit, 0)
	switch {
	case base == 0:
		return 0
	case base > limit>>n:
		return limit
	default:
		return base << n
	}
}

// uniform draws from [low, high], both ends included where int64 can say so.
func uniform(draw func(n int64) int64, low, high time.Duration) time.Duration {
	span := int64(high - low)
	if span < math.MaxInt64 {
		span++
	}
	return low + time.Duration(draw(span))
}
