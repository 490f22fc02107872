package herd_test

import (
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	. "github.com/retryvet/retryvet/runtime/internal/herd"
)

func run(c Config, s Strategy, budget bool, seed uint64) *Result {
	c.Strategy, c.Seed = s, seed
	if budget {
		c.Budget = DefaultBudget()
	}
	return Run(c)
}

// small is an outage at a hundredth of the traffic.
func small() Config {
	c := Outage()
	c.Processes, c.Capacity, c.Queue = 1, 12, 24
	return c
}

func TestDeterministic(t *testing.T) {
	for _, c := range []Config{Herd(), small()} {
		if one, two := run(c, Full, false, 3), run(c, Full, false, 3); !reflect.DeepEqual(one, two) {
			t.Error("the same seed gave two results")
		} else if other := run(c, Full, false, 4); reflect.DeepEqual(one.Load, other.Load) {
			t.Error("another seed gave the same load")
		}
	}
}

func TestBookkeeping(t *testing.T) {
	for _, c := range []Config{Herd(), small()} {
		for _, s := range Strategies {
			for _, budget := range []bool{false, true} {
				r := run(c, s, budget, 1)
				begun, load, served := sum(r.Begun), sum(r.Load), sum(r.Served)
				if begun != r.Calls || load != r.Attempts || served != r.Successes || served > begun || load < served {
					t.Errorf("%v: %d calls (%d begun), %d attempts (%d in windows), %d successes (%d)", s, r.Calls, begun, r.Attempts, load, r.Successes, served)
				}
				if s == None && load > begun {
					t.Errorf("%d attempts of %d calls without retries", load, begun)
				}
				if most := float64(c.Capacity)*(c.Horizon-c.Up+c.Down).Seconds() + float64(c.Queue); float64(served) > most {
					t.Errorf("%v: %d served with capacity for %g", s, served, most)
				}
				if r.AllServed != 0 && r.AllServed < c.Up {
					t.Errorf("%v: all served at %v, in the outage", s, r.AllServed)
				}
			}
		}
	}
}

func sum(counts []int) (n int) {
	for _, m := range counts {
		n += m
	}
	return n
}

// The outage outlives its cause without a budget, and does not with one: the
// service has a quarter of its capacity in reserve in both.
func TestMetastable(t *testing.T) {
	// A tenth of the traffic shows it as well.
	c := Outage()
	c.Processes, c.Capacity, c.Queue = c.Processes/10, c.Capacity/10, c.Queue/10
	c.Window = 4 * time.Second // of some calls, as they come at random
	for seed := range uint64(3) {
		without, with := run(c, Full, false, seed), run(c, Full, true, seed)
		if without.Recovered != 0 {
			t.Errorf("seed %d: without a budget it recovers at %v", seed, without.Recovered)
		}
		if after := sum(without.Served[13:]); after*100 > without.Calls {
			t.Errorf("seed %d: without a budget %d calls succeed from 12 s after the fault on", seed, after)
		}
		if d := with.Recovered - with.Config.Up; with.Recovered == 0 || d > 20*time.Second {
			t.Errorf("seed %d: with a budget it recovers after %v", seed, d)
		}
	}
	// What keeps it down is the retries: without them it recovers as well.
	if r := run(c, None, false, 1); r.Recovered == 0 {
		t.Error("it stays down without any retry")
	}
}

// Brooker's first result: without jitter retries arrive in spikes. All clients
// come in the same window, and between the spikes there is nothing.
func TestSpikesWithoutJitter(t *testing.T) {
	for seed := range uint64(3) {
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
		if smooth.AllServed == 0 {
			t.Errorf("seed %d: with full jitter not all are served", seed)
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
			for seed := range uint64(3) {
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

// The bound holds whatever the number of processes, and is at most 1.2 at one
// call a second in two minutes. Random calls are not as even as the formula's.
func TestAmplificationKeepsToTheBound(t *testing.T) {
	for _, outage := range []time.Duration{10 * time.Second, 2 * time.Minute} {
		for _, row := range Rows {
			if float64(row.Processes)*row.Rate > 100 {
				continue // long, and the same as fewer processes
			}
			a := Amplify(1, row.Processes, row.Rate, outage, *DefaultBudget())
			if a.With > a.Bound*1.03 || a.With < 1 || a.Without < 2.5 {
				t.Errorf("%d processes of %g/s, %v: %.3f without a budget, %.3f with, bound %.3f", row.Processes, row.Rate, outage, a.Without, a.With, a.Bound)
			}
			if row.Rate >= 1 && outage > time.Minute && a.With > 1.2 {
				t.Errorf("%d processes of %g/s: %.3f in two minutes", row.Processes, row.Rate, a.With)
			}
		}
	}
}

func TestPictures(t *testing.T) {
	var outage, herd strings.Builder
	if err := WriteOutage(&outage, run(Outage(), Full, false, 1), run(Outage(), Full, true, 1)); err != nil {
		t.Fatal(err)
	}
	wantPicture(t, outage.String(), "Without a budget: it stays down", "With a budget: calls succeed again", "requests per second", "its capacity", "calls that succeed", "120 s")
	if err := WriteHerd(&herd, run(Herd(), Exponential, false, 1), run(Herd(), Full, false, 1)); err != nil {
		t.Fatal(err)
	}
	wantPicture(t, herd.String(), "without jitter", "with full jitter", "requests per 100 ms", "its capacity", "20 s")
}

func wantPicture(t *testing.T, svg string, wants ...string) {
	t.Helper()
	groups := 0
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "g" {
			groups++
		}
	}
	if groups != 2 {
		t.Errorf("%d panels", groups)
	}
	for _, want := range wants {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
		t.Error("a coordinate is not a number")
	}
}
