// Package bucket is the token bucket of a retry budget, whose size follows the
// traffic.
//
// The clock is the caller's, so that the same bucket runs in real time, in
// testing/synctest and in a simulation.
package bucket

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// Window is how long a call counts as traffic: the time constant of an
	// exponential decay. Ten seconds is the life of a deposit in Finagle's
	// RetryBudget (https://twitter.github.io/finagle/guide/Clients.html#retries).
	Window = 10 * time.Second

	// alert is how long after a failure, or after the first use, calls are
	// counted. In between the traffic is taken to be what it was: a success
	// then costs one load of a word that nobody writes.
	alert = Window

	// At the beginning of an alert the estimate is of another time. For so
	// long it is replaced faster, with a time constant of a tenth of a Window.
	catchUp, faster = 3 * time.Second, 10

	// exactly is how many calls a second are counted one by one. Of more, a
	// random sample is counted with a weight, as in Morris, "Counting large
	// numbers of events in small registers", CACM 21(10), 1978: the estimate
	// has no bias, and in a Window it is good to about 3 percent.
	exactly = 100

	// closed is the mask while no call is counted.
	closed = 1 << 31

	// largest is the largest number of Params.
	largest = 1e9

	// rounding is what sums of fractions may lack of a whole token.
	rounding = 1e-6
)

// Params are the bucket's numbers, the same in every call.
type Params struct {
	Ratio     float64 // tokens for each call
	Burst     float64 // tokens in a full bucket without traffic
	PerSecond float64 // tokens for each second
}

// Bounded is p with numbers that can be reckoned with: those below zero and NaN
// become zero, and those above a billion a billion.
func (p Params) Bounded() Params {
	return Params{bounded(p.Ratio), bounded(p.Burst), bounded(p.PerSecond)}
}

func bounded(n float64) float64 {
	if !(n > 0) { // also NaN
		return 0
	}
	return min(n, largest)
}

// Clock tells the time since any moment. It may jump in both directions. A Bucket
// reads it under its lock, so that goroutines do not make it seem to go back.
type Clock func() time.Duration

// Bucket holds tokens, of which a retry costs one. Its size is Burst and Ratio
// for each call of the last Window: as much as those calls deposited. The zero
// value is full. All methods are safe for concurrent use.
type Bucket struct {
	mask atomic.Uint32 // closed, or the random bits that must be zero for a call to be counted

	mu     sync.Mutex
	begun  bool
	last   time.Duration // when the rest was right
	opened time.Duration // when the alert began
	until  time.Duration // when it ends
	calls  float64       // in the last Window
	tokens float64

	counts Counts
}

// Counts are what has been asked of a Bucket. They only grow.
type Counts struct{ Withdrawn, Refunded, Refused uint64 }

// Stop makes b skip all calls.
func (b *Bucket) Stop() { b.mask.Store(closed) }

// Counting reports whether calls that succeed are counted at the moment. It is
// all that most of them pay.
func (b *Bucket) Counting() bool { return b.mask.Load() != closed }

// Skips reports whether a call that succeeds is not in the sample that is counted.
func (b *Bucket) Skips() bool {
	mask := b.mask.Load()
	return mask == closed || mask != 0 && skips(mask)
}

func skips(mask uint32) bool { return uint32(rand.Uint64())&mask != 0 }

// Sampled deposits for a call that is not skipped, and for those that were.
func (b *Bucket) Sampled(p Params, clock Clock) {
	b.Deposit(p, clock, float64(b.mask.Load()&^closed)+1)
}

// Deposit counts calls and puts their tokens in.
func (b *Bucket) Deposit(p Params, clock Clock, calls float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.advance(p, clock())
	b.count(p, calls)
}

// Failed is Deposit for a call that failed, which begins an alert or prolongs it.
func (b *Bucket) Failed(p Params, clock Clock) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.alarm(p, clock())
	b.count(p, 1)
}

func (b *Bucket) count(p Params, calls float64) {
	times := 1.0
	if b.last-b.opened < catchUp {
		times = faster
	}
	b.calls += calls * times
	b.tokens = min(b.tokens+p.Ratio*calls, b.size(p))
	mask := sample(b.calls)
	if b.last >= b.until {
		mask = closed
	}
	if mask != b.mask.Load() {
		b.mask.Store(mask)
	}
}

// sample is the mask for so many calls in a Window.
func sample(calls float64) uint32 {
	times := calls / (exactly * Window.Seconds())
	if times < 2 {
		return 0
	}
	return 1<<(min(bits.Len64(uint64(times)), 30)-1) - 1
}

// Withdraw takes a token, or reports that there is none.
func (b *Bucket) Withdraw(p Params, clock Clock) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.alarm(p, clock())
	return b.withdraw()
}

// FailedWithdraw is Failed and then Withdraw.
func (b *Bucket) FailedWithdraw(p Params, clock Clock) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.alarm(p, clock())
	b.count(p, 1)
	return b.withdraw()
}

func (b *Bucket) withdraw() bool {
	if b.tokens < 1-rounding {
		b.counts.Refused++
		return false
	}
	b.counts.Withdrawn++
	b.tokens = max(b.tokens-1, 0)
	return true
}

// Refund puts a token back. What time has brought is reckoned later.
func (b *Bucket) Refund(p Params) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts.Refunded++
	if b.begun {
		b.tokens = min(b.tokens+1, b.size(p))
	}
}

// Balance is the number of tokens, how many there may be, and what was asked so
// far.
func (b *Bucket) Balance(p Params, clock Clock) (tokens, size float64, counts Counts) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.advance(p, clock())
	return b.tokens, b.size(p), b.counts
}

func (b *Bucket) size(p Params) float64 { return p.Burst + p.Ratio*b.calls }

// alarm is advance where something failed.
func (b *Bucket) alarm(p Params, now time.Duration) {
	b.advance(p, now)
	if b.mask.Load() == closed {
		b.mask.Store(sample(b.calls))
		b.opened = now
	}
	b.until = now + alert
}

// advance lets the time pass since the last call. Where the clock went back it
// is another clock, as the one of the next testing/synctest bubble, and the
// bucket begins anew.
func (b *Bucket) advance(p Params, now time.Duration) {
	if !b.begun || now < b.last {
		b.begun, b.last, b.opened, b.until = true, now, now, now+alert
		b.calls, b.tokens = 0, p.Burst
		b.mask.Store(0)
	}
	passed := (now - b.last).Seconds()
	if passed == 0 {
		return
	}
	if b.mask.Load() != closed {
		speed := 1.0
		if b.last-b.opened < catchUp {
			speed = faster
		}
		b.calls *= decay(passed * speed / Window.Seconds())
	}
	b.last = now
	b.tokens = min(b.tokens+p.PerSecond*passed, b.size(p))
}

// decay is e to the power of -x. For x near zero it is not worth a call of Exp:
// what is left out is below 1e-7.
func decay(x float64) float64 {
	if x < 1e-4 {
		return 1 - x
	}
	return math.Exp(-x)
}
