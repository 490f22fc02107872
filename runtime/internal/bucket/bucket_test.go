package bucket_test

import (
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	. "github.com/retryvet/retryvet/runtime/internal/bucket"
)

func takeAll(b *Bucket, p Params, tick uint32) (n int) {
	for b.Take(p, tick) {
		n++
	}
	return n
}

func TestBurstThenFloor(t *testing.T) {
	var b Bucket
	p := NewParams(10, 2)
	const start = 12345
	if n := takeAll(&b, p, start); n != 10 {
		t.Fatalf("a full bucket of 10 gave %d", n)
	}
	taken := 0
	for tick := uint32(start); tick <= start+100*TicksPerSecond; tick++ {
		taken += takeAll(&b, p, tick)
	}
	if taken != 200 {
		t.Errorf("2 a second for 100 s gave %d, want 200", taken)
	}
	if n := takeAll(&b, p, start+1000*TicksPerSecond); n != 10 {
		t.Errorf("after a long time: %d, want a full bucket of 10", n)
	}
}

// A floor below one part for each tick must not be rounded away.
func TestSlowFloor(t *testing.T) {
	var b Bucket
	p := NewParams(1, 0.0003) // one in 3333 s
	b.Take(p, 0)
	for tick := uint32(1); tick < 3300*TicksPerSecond; tick += 7 {
		if b.Take(p, tick) {
			t.Fatalf("refilled after %d s", tick/TicksPerSecond)
		}
	}
	if !b.Take(p, 3400*TicksPerSecond) {
		t.Error("not refilled after 3400 s")
	}
}

// Nor must each Take throw away the half part that a tick has brought.
func TestFractionsAddUp(t *testing.T) {
	var b Bucket
	p := NewParams(2000, 0.5*TicksPerSecond/Unit)
	for tick := range uint32(1001) {
		b.Take(p, tick)
	}
	if got := b.Available(p, 1000); got != 999*Unit+500 {
		t.Errorf("1000 half parts made %d, want 500", got-999*Unit)
	}
}

func TestCredit(t *testing.T) {
	var b Bucket
	p := NewParams(5, -1)
	b.Credit(Unit) // full already
	if n := takeAll(&b, p, 0); n != 5 {
		t.Fatalf("got %d of 5", n)
	}
	for range 9 {
		b.Credit(Units(0.1))
	}
	if b.Take(p, 0) {
		t.Error("nine tenths made a retry")
	}
	b.Credit(Units(0.1))
	if !b.Take(p, 0) || b.Take(p, 0) {
		t.Error("ten tenths must make exactly one retry")
	}
	b.Credit(math.MaxUint32)
	if !b.Full() || b.Available(p, 0) != 5*Unit {
		t.Errorf("after a huge credit: full %v, available %d", b.Full(), b.Available(p, 0))
	}
}

func TestClockBackwardsAndWrap(t *testing.T) {
	var b Bucket
	p := NewParams(3, 1)
	takeAll(&b, p, 5000)
	if b.Take(p, 10) {
		t.Error("a clock that goes backwards refilled the bucket")
	}
	b.Credit(Unit)
	b.Take(p, 10) // the clock now counts from 10
	if !b.Take(p, 10+TicksPerSecond) {
		t.Error("refill stopped after the clock went backwards")
	}

	var c Bucket
	takeAll(&c, p, math.MaxUint32-10)
	if c.Take(p, 50) || !c.Take(p, TicksPerSecond) {
		t.Error("the refill must pass the wrap of the tick")
	}
}

func TestExactUnderContention(t *testing.T) {
	var b Bucket
	p := NewParams(1000, -1)
	const goroutines, credits = 8, 500 // each credit is a tenth
	var taken atomic.Int64
	takeAll(&b, p, 0)
	var wg sync.WaitGroup
	for range goroutines {
		wg.Go(func() {
			for range credits {
				b.Credit(Units(0.1))
				if b.Take(p, 0) {
					taken.Add(1)
				}
			}
		})
	}
	wg.Wait()
	taken.Add(int64(takeAll(&b, p, 0)))
	if got, want := taken.Load(), int64(goroutines*credits/10); got != want {
		t.Errorf("%d credits of a tenth allowed %d retries, want %d", goroutines*credits, got, want)
	}
}

func TestNonsenseParams(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, tc := range []struct {
		size, perSecond float64
		want            int
	}{
		{-1, -1, 0}, {nan, nan, 0}, {0.9, 0, 0}, {2.5, nan, 2}, {math.Inf(-1), 5, 0},
		{inf, 0, MaxSize}, {1e300, inf, MaxSize}, {math.MaxFloat64, 0, MaxSize},
	} {
		var b Bucket
		if got := takeAll(&b, NewParams(tc.size, tc.perSecond), 0); got != tc.want {
			t.Errorf("size %g, per second %g: %d retries, want %d", tc.size, tc.perSecond, got, tc.want)
		}
	}
}

// Whatever happens, the bucket neither overflows nor lends.
func FuzzBucket(f *testing.F) {
	f.Add(10.0, 1.0, uint64(1))
	f.Add(math.MaxFloat64, math.MaxFloat64, uint64(2))
	f.Add(math.NaN(), -1.0, uint64(3))
	f.Fuzz(func(t *testing.T, size, perSecond float64, seed uint64) {
		var b Bucket
		p := NewParams(size, perSecond)
		r := rand.New(rand.NewPCG(seed, 0))
		tick := r.Uint32()
		for range 500 {
			before := b.Available(p, tick)
			switch r.IntN(3) {
			case 0:
				if b.Take(p, tick) && before < Unit {
					t.Fatalf("took from %d parts", before)
				}
			case 1:
				b.Credit(r.Uint32())
			default:
				tick += r.Uint32N(1000)
			}
			if b.Available(p, tick) > p.Size {
				t.Fatalf("%d parts in a bucket of %d", b.Available(p, tick), p.Size)
			}
		}
	})
}
