package herd_test

import (
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	. "github.com/retryvet/retryvet/runtime/herd"
)

func run(c Config, s Strategy, budget bool, seed uint64) *Result {
	c.Strategy, c.Budget, c.Seed = s, budget, seed
	return Run(c)
}

// seeds are enough that a result is not one seed's luck.
const seeds = 3

func TestDeterministic(t *testing.T) {
	one, two := run(Herd(), Full, false, 3), run(Herd(), Full, false, 3)
	if !reflect.DeepEqual(one, two) {
		t.Error("the same seed gave two results")
	}
	if other := run(Herd(), Full, false, 4); reflect.DeepEqual(one.Load, other.Load) {
		t.Error("another seed gave the same load")
	}
}

func TestBookkeeping(t *testing.T) {
	for _, c := range []Config{Herd(), Outage()} {
		c.Clients = 200
		for _, s := range Strategies {
			for _, budget := range []bool{false, true} {
				r := run(c, s, budget, 1)
				sum := 0
				for _, n := range r.Load {
					sum += n
				}
				if sum != r.Attempts || r.Calls != c.Clients*c.Calls || r.Served > r.Calls || r.Attempts < r.Calls {
					t.Errorf("%v: %d in windows, %d attempts, %d calls, %d served", s, sum, r.Attempts, r.Calls, r.Served)
				}
				if max := c.Capacity * int(c.Horizon-c.Up+c.Down) / int(time.Second); r.Served > max {
					t.Errorf("%v: %d served with capacity for %d", s, r.Served, max)
				}
				if r.Served == r.Calls && r.AllServed < c.Up {
					t.Errorf("%v: all served at %v, in the outage", s, r.AllServed)
				}
			}
		}
	}
}

func TestNoneDoesNotRetry(t *testing.T) {
	if r := run(Herd(), None, false, 1); r.Attempts != 1000 || r.Served != 0 {
		t.Errorf("%d attempts, %d served", r.Attempts, r.Served)
	}
}

// Brooker's first result: without jitter retries arrive in spikes. All clients
// come in the same window, and between the spikes there is nothing.
func TestSpikesWithoutJitter(t *testing.T) {
	for seed := range uint64(seeds) {
		spiky, smooth := run(Herd(), Exponential, false, seed), run(Herd(), Full, false, seed)
		if spiky.PeakOutage < 900 || spiky.PeakRecovery < 900 {
			t.Errorf("seed %d: without jitter the peaks are %d and %d of 1000 clients", seed, spiky.PeakOutage, spiky.PeakRecovery)
		}
		empty := func(r *Result) (n int) {
			for _, load := range r.Load[10:100] {
				if load == 0 {
					n++
				}
			}
			return n
		}
		if got := empty(spiky); got < 70 {
			t.Errorf("seed %d: without jitter only %d of 90 windows are empty", seed, got)
		}
		if got := empty(smooth); got != 0 {
			t.Errorf("seed %d: with full jitter %d of 90 windows are empty", seed, got)
		}
		if spiky.AllServed != 0 || smooth.AllServed == 0 {
			t.Errorf("seed %d: all served at %v without jitter, %v with", seed, spiky.AllServed, smooth.AllServed)
		}
	}
}

// Full jitter has the lowest peak, in the outage and at the recovery, and
// equal jitter the highest of the jittered ones in the outage.
func TestFullJitterHasTheLowestPeak(t *testing.T) {
	for _, outage := range []time.Duration{3 * time.Second, 10 * time.Second} {
		c := Herd()
		c.Up = outage
		peaks := func(s Strategy) (inOutage, recovery int) {
			for seed := range uint64(seeds) {
				r := run(c, s, false, seed)
				inOutage, recovery = inOutage+r.PeakOutage, recovery+r.PeakRecovery
			}
			return inOutage, recovery
		}
		full, fullRecovery := peaks(Full)
		equal, equalRecovery := peaks(Equal)
		decorrelated, decorrelatedRecovery := peaks(Decorrelated)
		if full >= decorrelated || decorrelated >= equal {
			t.Errorf("outage of %v: peaks in it full %d, decorrelated %d, equal %d, want them in this order", outage, full, decorrelated, equal)
		}
		if fullRecovery >= equalRecovery || fullRecovery >= decorrelatedRecovery {
			t.Errorf("outage of %v: peaks after it full %d, equal %d, decorrelated %d, want full the lowest", outage, fullRecovery, equalRecovery, decorrelatedRecovery)
		}
	}
}

// Three attempts make three times the load of an outage, and a budget makes it
// about 1.1 times, with jitter or without.
func TestBudgetHoldsTheLoad(t *testing.T) {
	for _, s := range []Strategy{Constant, Full} {
		without, with := run(Outage(), s, false, 1), run(Outage(), s, true, 1)
		if a := without.OutageAmplification(); a < 2.8 || a > 3 {
			t.Errorf("%v: %.3f x without a budget", s, a)
		}
		// Ten processes with 100 tokens and one more a second, 10,000 calls in
		// ten seconds.
		if a := with.OutageAmplification(); a < 1.09 || a > 1.11 {
			t.Errorf("%v: %.3f x with a budget, want 1.10 or 1.11", s, a)
		}
	}
}

func TestSVG(t *testing.T) {
	var without, with []*Result
	for _, s := range Strategies {
		without = append(without, run(Herd(), s, false, 1))
		with = append(with, run(Herd(), s, true, 1))
	}
	var out strings.Builder
	if err := WriteSVG(&out, without, with); err != nil {
		t.Fatal(err)
	}
	elements := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(out.String())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
	if elements["svg"] != 1 || elements["g"] != 6 || elements["path"] != 6*4 {
		t.Errorf("elements %v", elements)
	}
	for _, s := range Strategies {
		if !strings.Contains(out.String(), ">"+s.String()+"<") {
			t.Errorf("no panel %v", s)
		}
	}
	if strings.Contains(out.String(), "NaN") || strings.Contains(out.String(), "Inf") {
		t.Error("a coordinate is not a number")
	}
}
