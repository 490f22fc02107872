package retry

import (
	"fmt"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/bucket"
)

// The defaults that a zero in a [Budget] stands for.
const (
	DefaultRatio     = 0.1
	DefaultBurst     = 5
	DefaultPerSecond = 0.05
)

// Budget limits retries to a share of the calls, so that a dependency in
// trouble gets little more than its normal load instead of a multiple of it.
// Make one for each dependency and share it between all its callers; the zero
// value works. It must not be copied after first use, nor its numbers changed.
// All methods are safe for concurrent use. A nil *Budget and [NoBudget] allow
// every retry.
//
// It is a bucket of tokens that starts full. A retry withdraws one, and without
// one there is no retry. Each call deposits Ratio of a token, whatever becomes
// of it, and each second PerSecond. A retry that succeeded, or that was not
// sent, is refunded. The bucket holds Burst, and Ratio for each call of the last
// ten seconds: so the burst follows the traffic. The traffic is measured after
// the first use and after each failure, for ten seconds, and taken to be the same
// in between; of more than some hundred calls a second a sample is counted. Ratio, window and deposit for
// each call are those of Finagle's RetryBudget
// (https://twitter.github.io/finagle/guide/Clients.html#retries), the refund is
// that of the AWS SDKs' standard mode
// (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html).
//
// In an outage of T seconds, at r calls a second in it and when the traffic was
// measured before, the load is at most
//
//	1 + Ratio·(1 + 10/T) + PerSecond/r + Burst/(r·T)
//
// times the calls: with the defaults 1.2 at one call a second for two minutes,
// and 1.11 at 100. As retries that succeed cost nothing, Ratio is no limit to
// those: it limits the ones that fail.
//
// In every number zero means the default, negative and NaN mean none. Numbers
// above a billion count as a billion.
type Budget struct {
	Ratio     float64 // retries for each call
	Burst     float64 // retries at once beyond that share
	PerSecond float64 // retries a second beyond that share

	key    string // among the default budgets, if it is one
	bucket bucket.Bucket
}

// NoBudget allows every retry: the dependency then gets MaxAttempts times its
// normal load when it fails.
var NoBudget = noBudget()

func noBudget() *Budget {
	b := new(Budget)
	b.bucket.Stop() // a success is as cheap as on any other
	return b
}

func (b *Budget) unlimited() bool { return b == nil || b == NoBudget }

// Deposit tells of a call, which is a first attempt, whatever its outcome. [Do]
// and its kin call this and the other methods by themselves; they are for loops
// of your own.
func (b *Budget) Deposit() {
	if b != nil && b.bucket.Counting() {
		b.deposit()
	}
}

func (b *Budget) deposit() {
	if !b.bucket.Skips() {
		b.bucket.Sampled(b.params(), now)
	}
}

// failed is Deposit for a call that failed.
func (b *Budget) failed() {
	if !b.unlimited() {
		b.bucket.Failed(b.params(), now)
	}
}

// Withdraw pays for one retry, or reports that the budget is exhausted.
func (b *Budget) Withdraw() bool {
	return b.unlimited() || b.bucket.Withdraw(b.params(), now)
}

// failedWithdraw is failed and then Withdraw.
func (b *Budget) failedWithdraw() bool {
	return b.unlimited() || b.bucket.FailedWithdraw(b.params(), now)
}

// Refund gives back what a retry paid that succeeded, or was not sent. Where
// the outcome of a retry is not known, there is no refund.
func (b *Budget) Refund() {
	if !b.unlimited() {
		b.bucket.Refund(b.params())
	}
}

// BudgetStats is the state of a [Budget]. The counters only grow.
type BudgetStats struct {
	Balance   float64 // tokens now in the bucket
	Size      float64 // tokens that it can hold at the traffic of the moment
	Withdrawn uint64  // retries allowed
	Refunded  uint64  // of these, retries that succeeded or were not sent
	Refused   uint64  // retries refused
}

// Stats reads the state, all numbers at the same moment.
func (b *Budget) Stats() BudgetStats {
	if b.unlimited() {
		return BudgetStats{}
	}
	balance, size, counts := b.bucket.Balance(b.params(), now)
	return BudgetStats{balance, size, counts.Withdrawn, counts.Refunded, counts.Refused}
}

// String is Stats as a JSON object, which makes a *Budget an expvar.Var.
func (b *Budget) String() string {
	s := b.Stats()
	return fmt.Sprintf(`{"balance":%g,"size":%g,"withdrawn":%d,"refunded":%d,"refused":%d}`,
		s.Balance, s.Size, s.Withdrawn, s.Refunded, s.Refused)
}

func (b *Budget) params() bucket.Params {
	return bucket.Params{
		Ratio:     orDefault(b.Ratio, DefaultRatio),
		Burst:     orDefault(b.Burst, DefaultBurst),
		PerSecond: orDefault(b.PerSecond, DefaultPerSecond),
	}.Bounded()
}

func orDefault(n, byDefault float64) float64 {
	if n == 0 {
		return byDefault
	}
	return n
}

var epoch = time.Now()

// now is the time of buckets: the monotonic clock, which nobody sets. Inside a
// testing/synctest bubble it is the bubble's, which may be before or after any
// other: buckets bear a clock that jumps.
func now() time.Duration { return time.Since(epoch) }
