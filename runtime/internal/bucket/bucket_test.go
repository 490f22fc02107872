package bucket_test

import (
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/retryvet/retryvet/runtime/internal/bucket"
)

// clock is set by hand.
type clock struct{ at time.Duration }

func (c *clock) now() time.Duration { return c.at }

func takeAll(b *Bucket, p Params, c *clock) (n int) {
	for b.Withdraw(p, c.now) {
		n++
	}
	return n
}

func TestBurstThenFloor(t *testing.T) {
	var b Bucket
	p := Params{Burst: 10, PerSecond: 2}
	c := &clock{at: 12345 * time.Second}
	if n := takeAll(&b, p, c); n != 10 {
		t.Fatalf("a full bucket of 10 gave %d", n)
	}
	taken := 0
	for range 100 * 100 {
		c.at += 10 * time.Millisecond
		taken += takeAll(&b, p, c)
	}
	if taken != 200 {
		t.Errorf("2 a second for 100 s gave %d, want 200", taken)
	}
	c.at += 1000 * time.Second
	if n := takeAll(&b, p, c); n != 10 {
		t.Errorf("after a long time: %d, want a full bucket of 10", n)
	}
}

// A slow floor must not be rounded away, however often it is asked.
func TestSlowFloor(t *testing.T) {
	var b Bucket
	p := Params{Burst: 1, PerSecond: 0.0003} // one in 3333 s
	c := new(clock)
	b.Withdraw(p, c.now)
	for ; c.at < 3300*time.Second; c.at += 70 * time.Millisecond {
		if b.Withdraw(p, c.now) {
			t.Fatalf("refilled after %v", c.at)
		}
	}
	c.at = 3400 * time.Second
	if !b.Withdraw(p, c.now) {
		t.Error("not refilled after 3400 s")
	}
}

func TestDepositAndRefund(t *testing.T) {
	var b Bucket
	p := Params{Burst: 5, Ratio: 0.1}
	c := new(clock)
	b.Refund(p) // full already
	b.Balance(p, c.now)
	b.Refund(p)
	c.at = 5 * time.Second
	if n := takeAll(&b, p, c); n != 5 {
		t.Fatalf("got %d of 5", n)
	}
	for range 9 {
		b.Deposit(p, c.now, 1)
	}
	if b.Withdraw(p, c.now) {
		t.Error("nine tenths made a retry")
	}
	b.Deposit(p, c.now, 1)
	if !b.Withdraw(p, c.now) || b.Withdraw(p, c.now) {
		t.Error("ten tenths must make exactly one retry")
	}
	for range 20 {
		b.Refund(p)
	}
	if tokens, size, _ := b.Balance(p, c.now); tokens != size || math.Abs(size-6) > 1e-9 {
		t.Errorf("after 20 refunds %g of %g, want 6", tokens, size)
	}
}

// Deposits lapse as the traffic does that made them.
func TestDepositsLapse(t *testing.T) {
	var b Bucket
	p := Params{Burst: 5, Ratio: 0.1}
	c := new(clock)
	b.Failed(p, c.now)
	c.at += 5 * time.Second // catching up is over
	b.Deposit(p, c.now, 1000)
	c.at += Window
	if tokens, _, _ := b.Balance(p, c.now); math.Abs(tokens-5-100/math.E) > 0.01 {
		t.Errorf("%g tokens after the window, want the burst and 100/e", tokens)
	}
}

// Whatever the rate, the estimate of it has no bias, and few calls are counted.
func TestSampling(t *testing.T) {
	for _, rate := range []float64{10, 500, 1e6} {
		var b Bucket
		p := Params{Ratio: 0.1}
		c := new(clock)
		counted := 0
		for range int(5 * rate) {
			c.at += time.Duration(float64(time.Second) / rate)
			if !b.Skips() {
				counted++
				b.Sampled(p, c.now)
			}
		}
		_, size, _ := b.Balance(p, c.now)
		if want := 0.1 * rate * Window.Seconds(); math.Abs(size-want) > want/5 {
			t.Errorf("%g calls a second: room for %g tokens, want %g", rate, size, want)
		}
		if counted > 50_000 {
			t.Errorf("%g calls a second: %d of %g were counted", rate, counted, 5*rate)
		}
	}
}

// Long after a failure nothing is counted. The next one finds the traffic as it
// was, and soon as it is.
func TestAlert(t *testing.T) {
	var b Bucket
	p := Params{Burst: 5, Ratio: 0.1}
	c := new(clock)
	calls := func(perSecond, seconds int) {
		for range perSecond * seconds {
			c.at += time.Second / time.Duration(perSecond)
			if b.Counting() {
				b.Deposit(p, c.now, 1)
			}
		}
	}
	calls(50, 60)
	if b.Counting() {
		t.Error("calls are still counted")
	}
	c.at += time.Hour
	b.Failed(p, c.now)
	if tokens, _, _ := b.Balance(p, c.now); !b.Counting() || math.Abs(tokens-55) > 5 {
		t.Errorf("%g tokens at the failure, want 55", tokens)
	}
	calls(1, 4) // the traffic is gone meanwhile
	if tokens, _, _ := b.Balance(p, c.now); tokens > 10 {
		t.Errorf("%g tokens a few seconds after the failure, want 6", tokens)
	}
}

func TestClockJumps(t *testing.T) {
	var b Bucket
	p := Params{Burst: 3, PerSecond: 1}
	c := &clock{at: 5000 * time.Second}
	takeAll(&b, p, c)
	c.at = 10 * time.Second // another clock
	if n := takeAll(&b, p, c); n != 3 {
		t.Errorf("%d tokens under another clock, want a full bucket of 3", n)
	}
	c.at += time.Second
	if n := takeAll(&b, p, c); n != 1 {
		t.Errorf("%d tokens in the second after the clock went back, want 1", n)
	}
	c.at = math.MaxInt64
	if n := takeAll(&b, p, c); n != 3 {
		t.Errorf("%d tokens at the end of time", n)
	}
	c.at = math.MinInt64
	if n := takeAll(&b, p, c); n != 3 {
		t.Errorf("%d tokens at the beginning of time", n)
	}
}

func TestExactUnderContention(t *testing.T) {
	var b Bucket
	p := Params{Burst: 1000, Ratio: 0.1}
	const goroutines, credits = 8, 500 // each deposits a tenth
	var taken atomic.Int64
	c := new(clock)
	takeAll(&b, p, c)
	var wg sync.WaitGroup
	for range goroutines {
		wg.Go(func() {
			for range credits {
				b.Deposit(p, c.now, 1)
				if b.Withdraw(p, c.now) {
					taken.Add(1)
				}
			}
		})
	}
	wg.Wait()
	taken.Add(int64(takeAll(&b, p, c)))
	if got, want := taken.Load(), int64(goroutines*credits/10); got != want {
		t.Errorf("%d deposits of a tenth allowed %d retries, want %d", goroutines*credits, got, want)
	}
}

func TestNonsenseParams(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, n := range []float64{-1, nan, math.Inf(-1)} {
		if p := (Params{n, n, n}).Bounded(); p != (Params{}) {
			t.Errorf("%g became %v", n, p)
		}
	}
	for _, n := range []float64{1e10, inf, math.MaxFloat64} {
		if p := (Params{n, n, n}).Bounded(); p != (Params{1e9, 1e9, 1e9}) {
			t.Errorf("%g became %v", n, p)
		}
	}
}

// Whatever happens, the bucket neither overflows nor lends.
func FuzzBucket(f *testing.F) {
	f.Add(10.0, 1.0, 0.1, uint64(1))
	f.Add(math.MaxFloat64, math.MaxFloat64, math.MaxFloat64, uint64(2))
	f.Add(math.NaN(), -1.0, 0.5, uint64(3))
	f.Fuzz(func(t *testing.T, burst, perSecond, ratio float64, seed uint64) {
		var b Bucket
		p := Params{Burst: burst, PerSecond: perSecond, Ratio: ratio}.Bounded()
		r := rand.New(rand.NewPCG(seed, 0))
		c := &clock{at: time.Duration(r.Int64())}
		for range 500 {
			before, _, _ := b.Balance(p, c.now)
			switch r.IntN(5) {
			case 0:
				if b.Withdraw(p, c.now) && before < 0.99 {
					t.Fatalf("took from %g tokens", before)
				}
			case 1:
				b.Refund(p)
			case 2:
				if !b.Skips() {
					b.Sampled(p, c.now)
				}
			case 3:
				b.Deposit(p, c.now, r.Float64()*1e6)
			default:
				c.at += time.Duration(r.Int64N(int64(10*time.Second))) - time.Second
			}
			if tokens, size, _ := b.Balance(p, c.now); !(tokens >= 0 && tokens <= size) {
				t.Fatalf("%g tokens in a bucket of %g", tokens, size)
			}
		}
	})
}
