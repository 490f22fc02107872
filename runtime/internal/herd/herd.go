// Package herd simulates what retries do to a service that fails for a while.
//
// The simulation is of discrete events in virtual time, and the same seed gives
// the same result. Delays and budgets are those of package retry, the very same
// code. The network delays each message by a normally distributed time, as in
// Brooker's simulation for "Exponential Backoff And Jitter",
// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/.
//
// The service is what makes retries hurt. It has one queue, and works through it
// in order at its capacity; it does not know that a client has stopped waiting,
// and so works for nobody when the queue is longer than clients are patient. What
// finds the queue full is refused, which costs capacity as well. Such a service
// can stay down after what brought it down is over: Bronson, Aghayev, Charapko,
// Zhu, "Metastable Failures in Distributed Systems", HotOS 2021,
// https://sigops.org/s/conferences/hotos/2021/papers/hotos21-s11-bronson.pdf.
package herd

import (
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

// Config is one run. All its durations count from the start.
type Config struct {
	Seed uint64

	Processes int           // clients of the service, each with a budget of its own
	Rate      float64       // calls a second of each process, at random moments
	Herd      int           // and calls at the instant 0, of all processes together
	End       time.Duration // of the calls
	Horizon   time.Duration // of the run

	Down, Up    time.Duration // the service does nothing in [Down, Up)
	Refuses     bool          // while it is down, rather than to let requests queue
	Capacity    int           // requests a second that it works off otherwise
	Queue       int           // requests that it holds; further ones are refused
	RefusalCost float64       // of a refusal, in requests; none while the service is down
	Timeout     time.Duration // how long a client waits for an answer

	Strategy            Strategy
	MaxAttempts         int // of a call; negative is unlimited
	BaseDelay, MaxDelay time.Duration
	Budget              *bucket.Params // of each process; nil is none

	Window time.Duration // of the measured load
}

// DefaultBudget are the numbers of a zero retry.Budget.
func DefaultBudget() *bucket.Params {
	return &bucket.Params{Ratio: retry.DefaultRatio, Burst: retry.DefaultBurst, PerSecond: retry.DefaultPerSecond}
}

// Outage is steady traffic of 1000 calls a second, for which the service has a
// quarter of its capacity in reserve, and an outage of twenty seconds.
func Outage() Config {
	return Config{
		Processes: 100, Rate: 10, End: 2 * time.Minute, Horizon: 125 * time.Second,
		Down: 20 * time.Second, Up: 40 * time.Second,
		Capacity: 1250, Queue: 2500, RefusalCost: 0.2, Timeout: time.Second,
		Strategy: Full, MaxAttempts: retry.DefaultMaxAttempts, BaseDelay: retry.DefaultBaseDelay, MaxDelay: retry.DefaultMaxDelay,
		Window: 500 * time.Millisecond,
	}
}

// Herd is a thousand clients that call at the same instant, while the service is
// down, and go on until they are served: what jitter is for. The service refuses
// at once, and for free, what it cannot serve within 100 ms.
func Herd() Config {
	return Config{
		Processes: 10, Herd: 1000, Horizon: 2 * time.Minute,
		Up: 10 * time.Second, Refuses: true, Capacity: 200, Queue: 20, Timeout: time.Minute,
		MaxAttempts: -1, BaseDelay: retry.DefaultBaseDelay, MaxDelay: retry.DefaultMaxDelay,
		Window: 100 * time.Millisecond,
	}
}

// Result is what happened in a run.
type Result struct {
	Config Config

	// In each window: calls that began, attempts that reached the service, and
	// calls that succeeded.
	Begun, Load, Served []int

	Calls, Attempts, Successes int

	OutageCalls    int // calls that began in the outage
	OutageAttempts int // attempts that reached the service in the outage

	// PeakOutage is the most attempts in a window of the outage after its
	// first second. That second is left out because in it the calls
	// themselves are the peak, and first delays, which are short with any
	// strategy.
	PeakOutage   int
	PeakRecovery int           // most attempts in a window after the outage
	AllServed    time.Duration // when the last call succeeded; 0 if one did not
	// Recovered is when, after the outage, as many calls began to succeed as
	// were made, to the end of the calls; 0 if never.
	Recovered time.Duration
}

// OutageAmplification is attempts for each call while the service is down.
func (r *Result) OutageAmplification() float64 {
	if r.OutageCalls == 0 {
		return math.NaN()
	}
	return float64(r.OutageAttempts) / float64(r.OutageCalls)
}

// Run simulates c. It panics if Processes, Capacity, Window or Horizon are not
// positive.
func Run(c Config) *Result {
	windows := int(c.Horizon/c.Window) + 1
	s := &simulation{
		Config:  c,
		random:  rand.New(rand.NewPCG(c.Seed, uint64(c.Strategy))),
		result:  &Result{Config: c, Begun: make([]int, windows), Load: make([]int, windows), Served: make([]int, windows)},
		budgets: make([]bucket.Bucket, c.Processes),
	}
	for n := range c.Herd {
		s.begin(0, n%c.Processes)
	}
	if c.Rate > 0 {
		for process := range c.Processes {
			s.schedule(event{kind: next, at: s.gap(), process: process})
		}
	}
	for len(s.events) > 0 && s.events[0].at < c.Horizon {
		s.now = s.events[0].at
		s.handle(s.pop())
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

// call is one call of a client.
type call struct {
	process  int
	delays   backoff.Sequence
	attempts int
	answered int // attempts that are over
}

type simulation struct {
	Config
	now     time.Duration
	random  *rand.Rand
	result  *Result
	budgets []bucket.Bucket
	events  []event // a heap
	order   int     // of the last event

	busy  time.Duration   // when the service has worked off its queue
	queue []time.Duration // when it is done with each request, from first on
	first int
}

func (s *simulation) handle(e event) {
	switch e.kind {
	case next:
		if s.now < s.End {
			s.begin(s.now, e.process)
			s.schedule(event{kind: next, at: s.now + s.gap(), process: e.process})
		}
	case send:
		s.send(e.call)
	case arrive:
		s.arrive(e.call, e.attempt)
	case answer:
		s.answer(e.call, e.attempt, e.ok)
	}
}

// gap is the time to a process's next call.
func (s *simulation) gap() time.Duration {
	return time.Duration(s.random.ExpFloat64() / s.Rate * float64(time.Second))
}

func (s *simulation) begin(at time.Duration, process int) {
	s.result.Calls++
	s.result.Begun[at/s.Window]++
	if s.down(at) {
		s.result.OutageCalls++
	}
	s.schedule(event{kind: send, at: at, call: &call{process: process, delays: s.delays()}})
}

func (s *simulation) down(at time.Duration) bool { return s.Down <= at && at < s.Up }

// send makes the call's next attempt.
func (s *simulation) send(c *call) {
	c.attempts++
	s.schedule(event{kind: arrive, at: s.now + s.network(), call: c, attempt: c.attempts})
	s.schedule(event{kind: answer, at: s.now + s.Timeout, call: c, attempt: c.attempts}) // unless there was one by then
}

// arrive is an attempt at the service.
func (s *simulation) arrive(c *call, attempt int) {
	s.result.Attempts++
	s.result.Load[s.now/s.Window]++
	if s.down(s.now) {
		s.result.OutageAttempts++
	}
	for s.first < len(s.queue) && s.queue[s.first] <= s.now {
		s.first++
	}
	done := s.now
	ok := len(s.queue)-s.first < s.Queue && !(s.Refuses && s.down(s.now))
	if ok {
		done = s.work(1)
		s.queue = append(s.queue, done)
	} else if !s.down(s.now) {
		s.work(s.RefusalCost)
	}
	s.schedule(event{kind: answer, at: done + s.network(), call: c, attempt: attempt, ok: ok})
}

// work is when the service will have done so much more work.
func (s *simulation) work(requests float64) time.Duration {
	needs := time.Duration(requests / float64(s.Capacity) * float64(time.Second))
	from := max(s.busy, s.now)
	if s.down(from) {
		from = s.Up
	}
	s.busy = from + needs
	if from < s.Down && s.busy > s.Down {
		s.busy += s.Up - s.Down
	}
	return s.busy
}

// answer is the client learning how the attempt went, or losing its patience.
func (s *simulation) answer(c *call, attempt int, ok bool) {
	if attempt <= c.answered {
		return // it was over before
	}
	c.answered = attempt
	budget := &s.budgets[c.process]
	clock := func() time.Duration { return s.now }
	if s.Budget != nil && attempt == 1 {
		if !ok {
			budget.Failed(*s.Budget, clock)
		} else if budget.Counting() {
			budget.Deposit(*s.Budget, clock, 1) // exactly, as a sample would be another in each run
		}
	}
	switch {
	case ok:
		s.result.Successes++
		s.result.Served[s.now/s.Window]++
		s.result.AllServed = s.now
		if s.Budget != nil && attempt > 1 {
			budget.Refund(*s.Budget)
		}
	case s.Strategy == None || attempt == s.MaxAttempts:
	case s.Budget != nil && !budget.Withdraw(*s.Budget, clock):
	default:
		s.schedule(event{kind: send, at: s.now + c.delays.Next(s.random.Int64N), call: c})
	}
}

// network is how long a message takes: 10 ms, with a standard deviation of 2.
func (s *simulation) network() time.Duration {
	ms := 10 + 2*s.random.NormFloat64()
	return time.Duration(max(ms, 0) * float64(time.Millisecond))
}

func (s *simulation) summarise() {
	r := s.result
	if r.Successes < r.Calls {
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
	r.Recovered = s.recovered()
}

// recovered looks from the end of the calls backwards for a window in which
// fewer than nine of ten calls were served. The last two seconds are left out,
// as calls that began in them may end later.
func (s *simulation) recovered() time.Duration {
	window := int((s.End-2*time.Second)/s.Window) - 1
	start := window
	for ; window >= 0 && s.result.Served[window]*10 >= s.result.Begun[window]*9; window-- {
	}
	if window == start || window < 0 {
		return 0
	}
	return time.Duration(window+1) * s.Window
}
