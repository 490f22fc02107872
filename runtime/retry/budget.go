package retry

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/bucket"
)

// The defaults that a zero in a [Budget] stands for.
const (
	DefaultMaxRetries   = 100
	DefaultRatio        = 0.1
	DefaultMinPerSecond = 1
)

// Budget limits retries to a share of the calls that succeed, so that a
// dependency in trouble gets little more than its normal load instead of a
// multiple of it. Make one for each dependency and share it between all its
// callers; the zero value works. It must not be copied after first use, nor
// its numbers changed. All methods are safe for concurrent use. A nil *Budget
// allows every retry, and has no Stats.
//
// It is a token bucket that starts full. A retry spends one token, and without
// one there is no retry. A first attempt that succeeds puts back Ratio of a
// token, a retry that succeeds the whole one it spent, and time MinPerSecond,
// which keeps clients with little traffic from starving. Tokens and refund are
// those of the AWS SDKs' standard mode
// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html),
// the share is Brooker's (https://brooker.co.za/blog/2022/02/28/retries.html),
// the floor is Finagle's minRetriesPerSec
// (https://twitter.github.io/finagle/guide/Clients.html#retries).
//
// As retries that succeed cost nothing, Ratio is no hard limit while most of
// them succeed; in an outage it is, with MaxRetries and MinPerSecond on top.
//
// In every number zero means the default, negative and NaN mean none. Numbers
// above 42949 count as 42949.
type Budget struct {
	MaxRetries   float64 // tokens in a full bucket: the largest burst of retries
	Ratio        float64 // tokens for each first attempt that succeeds
	MinPerSecond float64 // tokens per second

	bucket  bucket.Bucket
	taken   atomic.Uint64
	refused atomic.Uint64
}

// Take spends one retry, or reports that the budget is exhausted. [Do] and its
// kin call it by themselves; it is for loops of your own.
func (b *Budget) Take() bool {
	if b == nil {
		return true
	}
	if !b.bucket.Take(b.params(), tick()) {
		b.refused.Add(1)
		return false
	}
	b.taken.Add(1)
	return true
}

// Success tells of a success: of a first attempt, or of a retry that Take
// allowed. While the bucket is full it is a single load.
func (b *Budget) Success(wasRetry bool) {
	if b != nil && !b.bucket.Full() {
		b.credit(wasRetry)
	}
}

func (b *Budget) credit(wasRetry bool) {
	if wasRetry {
		b.bucket.Credit(bucket.Unit)
		return
	}
	b.bucket.Credit(bucket.Units(orDefault(b.Ratio, DefaultRatio)))
}

// giveBack undoes a Take whose retry was never made.
func (b *Budget) giveBack() {
	if b == nil {
		return
	}
	b.bucket.Credit(bucket.Unit)
	b.taken.Add(^uint64(0))
}

// BudgetStats is what a [Budget] has done.
type BudgetStats struct {
	Available float64 // tokens now in the bucket
	Taken     uint64  // retries allowed since the start
	Refused   uint64  // retries refused since the start
}

// Stats reads the counters, each by itself: under concurrent use they may be
// of slightly different moments.
func (b *Budget) Stats() BudgetStats {
	return BudgetStats{
		Available: float64(b.bucket.Available(b.params(), tick())) / bucket.Unit,
		Taken:     b.taken.Load(),
		Refused:   b.refused.Load(),
	}
}

// String is Stats as a JSON object, which makes a *Budget an expvar.Var.
func (b *Budget) String() string {
	s := b.Stats()
	return fmt.Sprintf(`{"available":%g,"taken":%d,"refused":%d}`, s.Available, s.Taken, s.Refused)
}

func (b *Budget) params() bucket.Params {
	return bucket.NewParams(
		orDefault(b.MaxRetries, DefaultMaxRetries),
		orDefault(b.MinPerSecond, DefaultMinPerSecond))
}

func orDefault(n, byDefault float64) float64 {
	if n == 0 {
		return byDefault
	}
	return n
}

// tick is the time in the bucket's unit. The wall clock needs no epoch of this
// process, which a testing/synctest bubble would disagree with; the bucket
// bears a clock that jumps.
func tick() uint32 {
	return uint32(time.Now().UnixMilli() / (1000 / bucket.TicksPerSecond))
}
