// Package herd simulates what retries do to a dependency that fails for a
// while and then recovers with limited capacity.
//
// The simulation is of discrete events in virtual time, and the same seed gives
// the same result. Delays and budgets are those of package retry, the very same
// code. The network delays each message by a normally distributed time, as in
// Brooker's simulation for "Exponential Backoff And Jitter",
// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/.
package herd

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/backoff"
	"github.com/retryvet/retryvet/runtime/internal/bucket"
	"github.com/retryvet/retryvet/runtime/retry"
)

// Strategy is how a client waits between attempts.
type Strategy int

const (
	None         Strategy = iota // does not retry
	Constant                     // waits BaseDelay
	Exponential                  // waits min(MaxDelay, BaseDelay·2ⁿ)
	Full                         // retry.FullJitter
	Equal                        // retry.EqualJitter
	Decorrelated                 // retry.DecorrelatedJitter
)

// Strategies are all of them, in the order of their constants.
var Strategies = []Strategy{None, Constant, Exponential, Full, Equal, Decorrelated}

func (s Strategy) String() string {
	return [...]string{"none", "constant", "exponential", "full", "equal", "decorrelated"}[s]
}

// Config is one run.
type Config struct {
	Seed     uint64
	Strategy Strategy
	Budget   bool // each process has a retry.Budget with its defaults

	Clients   int           // callers
	Processes int           // which they run in, in equal shares
	Calls     int           // that each client makes, one an Interval
	Interval  time.Duration // may pass before a call has ended: then they overlap
	Spread    time.Duration // the clients' first calls are spread evenly over it

	Down, Up time.Duration // the dependency refuses everything in [Down, Up)
	Capacity int           // requests a second that it serves otherwise

	MaxAttempts         int // of a call; negative is unlimited
	BaseDelay, MaxDelay time.Duration

	Window  time.Duration // of the measured load
	Horizon time.Duration // end of the run
}

// Herd is a run in which all clients call at the same instant, while the
// dependency is down, and go on until they are served.
func Herd() Config {
	return Config{
		Clients: 1000, Processes: 10, Calls: 1,
		Up: 10 * time.Second, Capacity: 200,
		MaxAttempts: -1, BaseDelay: retry.DefaultBaseDelay, MaxDelay: retry.DefaultMaxDelay,
		Window: 100 * time.Millisecond, Horizon: 2 * time.Minute,
	}
}

// Outage is a run with steady traffic, of which ten seconds fall into an outage.
func Outage() Config {
	return Config{
		Clients: 1000, Processes: 10, Calls: 40, Interval: time.Second, Spread: time.Second,
		Down: 10 * time.Second, Up: 20 * time.Second, Capacity: 1200,
		MaxAttempts: retry.DefaultMaxAttempts, BaseDelay: retry.DefaultBaseDelay, MaxDelay: retry.DefaultMaxDelay,
		Window: 100 * time.Millisecond, Horizon: time.Minute,
	}
}

// Result is what happened in a run.
type Result struct {
	Config Config

	Load []int // requests that reached the dependency, in each window

	Calls    int
	Attempts int // of all calls
	Served   int // calls that succeeded

	OutageCalls    int // first attempts during the outage
	OutageAttempts int // all attempts during the outage

	// PeakOutage is the most requests in a window of the outage after its
	// first second. That second is left out because in it the calls
	// themselves are the peak, and first delays, which are short with any
	// strategy.
	PeakOutage   int
	PeakRecovery int           // most requests in a window after the outage
	AllServed    time.Duration // when the last call succeeded; 0 if one did not
}

// Amplification is attempts per call.
func (r *Result) Amplification() float64 { return ratio(r.Attempts, r.Calls) }

// OutageAmplification is attempts per first attempt while the dependency is down.
func (r *Result) OutageAmplification() float64 { return ratio(r.OutageAttempts, r.OutageCalls) }

func ratio(a, b int) float64 {
	if b == 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}

// Run simulates c. It panics if Clients, Processes, Window or Horizon are not
// positive.
func Run(c Config) *Result {
	windows := int(c.Horizon/c.Window) + 1
	s := &simulation{
		Config:  c,
		random:  rand.New(rand.NewPCG(c.Seed, uint64(c.Strategy))),
		result:  &Result{Config: c, Load: make([]int, windows)},
		served:  make([]int, windows),
		budgets: make([]budget, c.Processes),
	}
	for client := range c.Clients {
		first := c.Spread * time.Duration(client) / time.Duration(c.Clients)
		for n := range c.Calls {
			s.result.Calls++
			call := &call{budget: &s.budgets[client%c.Processes], delays: c.delays()}
			s.send(first+c.Interval*time.Duration(n), call)
		}
	}
	for len(s.events) > 0 && s.events[0].at < c.Horizon {
		e := heap.Pop(&s.events).(event)
		e.do(e.at)
	}
	s.summarise()
	return s.result
}

func (c *Config) delays() backoff.Sequence {
	d := backoff.Sequence{Base: c.BaseDelay, Max: c.MaxDelay}
	switch c.Strategy {
	case Constant:
		d.Max, d.Jitter = c.BaseDelay, backoff.None
	case Exponential:
		d.Jitter = backoff.None
	case Equal:
		d.Jitter = backoff.Equal
	case Decorrelated:
		d.Jitter = backoff.Decorrelated
	}
	return d
}

type simulation struct {
	Config
	random  *rand.Rand
	result  *Result
	served  []int // in each window
	budgets []budget
	events  queue
	order   int // of the last event
}

// call is one call of a client.
type call struct {
	budget   *budget
	delays   backoff.Sequence
	attempts int
}

// send makes the call's next attempt at the given time.
func (s *simulation) send(at time.Duration, c *call) {
	s.schedule(at+s.network(), func(now time.Duration) { s.arrive(now, c) })
}

// arrive is an attempt at the dependency.
func (s *simulation) arrive(now time.Duration, c *call) {
	window := now / s.Window
	c.attempts++
	s.result.Attempts++
	s.result.Load[window]++
	down := s.Down <= now && now < s.Up
	if down {
		s.result.OutageAttempts++
		if c.attempts == 1 {
			s.result.OutageCalls++
		}
	}
	ok := !down && float64(s.served[window]) < float64(s.Capacity)*s.Window.Seconds()
	if ok {
		s.served[window]++
	}
	s.schedule(now+s.network(), func(now time.Duration) { s.answer(now, c, ok) })
}

// answer is the client learning how the attempt went.
func (s *simulation) answer(now time.Duration, c *call, ok bool) {
	switch {
	case ok:
		s.result.Served++
		s.result.AllServed = now
		if s.Budget {
			c.budget.success(c.attempts > 1)
		}
	case s.Strategy == None || c.attempts == s.MaxAttempts:
	case s.Budget && !c.budget.take(now):
	default:
		s.send(now+c.delays.Next(s.random.Int64N), c)
	}
}

// network is how long a message takes: 10 ms, with a standard deviation of 2.
func (s *simulation) network() time.Duration {
	ms := 10 + 2*s.random.NormFloat64()
	return time.Duration(max(ms, 0) * float64(time.Millisecond))
}

func (s *simulation) summarise() {
	r := s.result
	if r.Served < r.Calls {
		r.AllServed = 0
	}
	for window, n := range r.Load {
		switch at := time.Duration(window) * s.Window; {
		case at >= s.Up:
			r.PeakRecovery = max(r.PeakRecovery, n)
		case at >= s.Down+time.Second:
			r.PeakOutage = max(r.PeakOutage, n)
		}
	}
}

// budget is a retry.Budget with its defaults, in virtual time.
type budget struct{ bucket bucket.Bucket }

func (b *budget) take(now time.Duration) bool {
	p := bucket.NewParams(retry.DefaultMaxRetries, retry.DefaultMinPerSecond)
	return b.bucket.Take(p, uint32(now/(time.Second/bucket.TicksPerSecond)))
}

func (b *budget) success(wasRetry bool) {
	if wasRetry {
		b.bucket.Credit(bucket.Unit)
	} else {
		b.bucket.Credit(bucket.Units(retry.DefaultRatio))
	}
}

// schedule has do called at a time, and after what was scheduled before for the
// same instant.
func (s *simulation) schedule(at time.Duration, do func(now time.Duration)) {
	s.order++
	heap.Push(&s.events, event{at, s.order, do})
}

type event struct {
	at    time.Duration
	order int
	do    func(now time.Duration)
}

// queue is a heap of events, the next one first.
type queue []event

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(e any)   { *q = append(*q, e.(event)) }

func (q queue) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].order < q[j].order
}

func (q *queue) Pop() any {
	last := len(*q) - 1
	e := (*q)[last]
	*q = (*q)[:last]
	return e
}
