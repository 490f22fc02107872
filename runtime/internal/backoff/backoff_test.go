package backoff_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	. "github.com/retryvet/retryvet/runtime/internal/backoff"
)

const (
	base    = 100 * time.Millisecond
	maximum = 3 * time.Second
)

// ceilings are min(maximum, base·2ⁿ), written out.
var ceilings = []time.Duration{
	100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond,
	800 * time.Millisecond, 1600 * time.Millisecond, maximum, maximum,
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// draws are the delays before each retry, in many runs.
func draws(t *testing.T, j Jitter, runs int) [][]time.Duration {
	t.Helper()
	r := source(7)
	all := make([][]time.Duration, len(ceilings))
	for range runs {
		s := Sequence{Base: base, Max: maximum, Jitter: j}
		for n := range ceilings {
			all[n] = append(all[n], s.Next(r.Int64N))
		}
	}
	return all
}

func stats(ds []time.Duration) (low, high, mean time.Duration) {
	low = math.MaxInt64
	var sum float64
	for _, d := range ds {
		low, high, sum = min(low, d), max(high, d), sum+float64(d)
	}
	return low, high, time.Duration(sum / float64(len(ds)))
}

// near reports whether got is within 2% of c from want. With 20,000 uniform
// draws from a range of c the mean's standard deviation is 0.2% of c.
func near(got, want, c time.Duration) bool { return (got - want).Abs() < c/50 }

func TestRangeAndMean(t *testing.T) {
	for _, tc := range []struct {
		jitter    Jitter
		low, mean float64 // as shares of the ceiling
	}{
		{Full, 0, 0.5},
		{Equal, 0.5, 0.75},
		{None, 1, 1},
		{Jitter(200), 0, 0.5}, // unknown: as Full
	} {
		for n, ds := range draws(t, tc.jitter, 20_000) {
			c := ceilings[n]
			wantLow := time.Duration(tc.low * float64(c))
			wantMean := time.Duration(tc.mean * float64(c))
			low, high, mean := stats(ds)
			if low < wantLow || high > c {
				t.Errorf("jitter %d, retry %d: range [%v, %v], want within [%v, %v]", tc.jitter, n+1, low, high, wantLow, c)
			}
			if !near(low, wantLow, c) || !near(high, c, c) || !near(mean, wantMean, c) {
				t.Errorf("jitter %d, retry %d: low %v, high %v, mean %v, want near %v, %v, %v", tc.jitter, n+1, low, high, mean, wantLow, c, wantMean)
			}
		}
	}
}

func TestDecorrelated(t *testing.T) {
	all := draws(t, Decorrelated, 20_000)
	for run := range all[0] {
		prev := base
		for n := range all {
			d := all[n][run]
			if d < base || d > min(maximum, 3*prev) {
				t.Fatalf("retry %d: %v after %v", n+1, d, prev)
			}
			prev = d
		}
	}
	low, high, mean := stats(all[0])
	if !near(low, base, base) || !near(high, 3*base, base) || !near(mean, 2*base, base) {
		t.Errorf("first delay: low %v, high %v, mean %v, want near %v, %v, %v", low, high, mean, base, 3*base, 2*base)
	}
	// The mean of the second, without a cap: (base + 3·2·base)/2.
	if _, _, mean := stats(all[1]); !near(mean, 7*base/2, 3*base) {
		t.Errorf("second delay: mean %v, want near %v", mean, 7*base/2)
	}
	if _, high, _ := stats(all[len(all)-1]); high != maximum {
		t.Errorf("longest late delay is %v, want the cap", high)
	}
}

// Half of the draws must lie in each half of the range: a jitter that is
// spread unevenly can have the right mean.
func TestFullIsUniform(t *testing.T) {
	for n, ds := range draws(t, Full, 20_000) {
		var quarters [4]int
		for _, d := range ds {
			quarters[min(3, 4*d/ceilings[n])]++
		}
		for q, count := range quarters {
			if count < 4700 || count > 5300 { // 5 standard deviations of 61
				t.Errorf("retry %d: %d of 20000 draws in quarter %d", n+1, count, q)
			}
		}
	}
}

func TestSeeded(t *testing.T) {
	for j := Full; j <= None; j++ {
		one, two := draws(t, j, 3), draws(t, j, 3)
		if fmt.Sprint(one) != fmt.Sprint(two) {
			t.Errorf("jitter %d: the same seed gave %v and %v", j, one, two)
		}
	}
}

func FuzzNext(f *testing.F) {
	for _, d := range []int64{0, 1, -1, int64(base), math.MaxInt64, math.MinInt64, math.MaxInt64/3 + 1} {
		for _, limit := range []int64{0, 1, -1, int64(maximum), math.MaxInt64, math.MinInt64} {
			f.Add(d, limit, uint8(Full), uint64(1))
			f.Add(d, limit, uint8(Decorrelated), uint64(2))
		}
	}
	f.Fuzz(func(t *testing.T, first, limit int64, jitter uint8, seed uint64) {
		r := source(seed)
		s := Sequence{Base: time.Duration(first), Max: time.Duration(limit), Jitter: Jitter(jitter)}
		bound, least := max(s.Max, 0), min(max(s.Base, 0), max(s.Max, 0))
		for n := range 200 {
			d := s.Next(r.Int64N) // panics if asked to draw from nothing
			if d < 0 || d > bound {
				t.Fatalf("retry %d: %d not in [0, %d]", n+1, d, bound)
			}
			if s.Jitter == Decorrelated && d < least || s.Jitter == None && d < least {
				t.Fatalf("retry %d: %d below the base %d", n+1, d, least)
			}
			if s.Jitter == None && n >= 63 && s.Base > 0 && d != bound {
				t.Fatalf("retry %d: %d has not reached the cap %d", n+1, d, bound)
			}
		}
	})
}
