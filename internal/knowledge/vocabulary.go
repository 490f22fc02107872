package knowledge

import "strings"

// Place says where an operation takes effect.
type Place uint8

const (
	PlaceUnknown Place = iota
	Local              // the file system, memory, a process of this machine
	Remote             // leaves the process: network, RPC, database, cloud API
	// ProbablyRemote is an operation that looks like one which leaves the process,
	// by an interface that takes a context or as a remote call by name, and nothing
	// in sight says otherwise.
	ProbablyRemote
	// OfParameter is the place of the function that it is given, see Entry.Runs.
	OfParameter
)

func (p Place) String() string {
	return [...]string{"unknown", "local", "remote", "probably remote", "that of a parameter"}[p]
}

// Leaves reports whether an operation leaves the process, or probably does.
func (p Place) Leaves() bool { return p == Remote || p == ProbablyRemote }

// Join is the place of a body that does both: what leaves the process on one way
// leaves it.
func (p Place) Join(q Place) Place {
	if p.reach() < q.reach() {
		return q
	}
	return p
}

// reach orders places by how much they say of leaving the process.
func (p Place) reach() int { return [...]int{1, 0, 4, 3, 2}[p] }

// Either is the place of what does one of several things, such as a method of an
// interface: the one that all of them have, and else no more than probable.
func Either(places []Place) Place {
	out := PlaceUnknown
	for i, p := range places {
		switch {
		case i == 0:
			out = p
		case p == out:
		case p.Leaves() || out.Leaves():
			out = ProbablyRemote
		default:
			out = PlaceUnknown
		}
	}
	return out
}

// Effect says what happens when an operation takes effect twice.
type Effect uint8

const (
	EffectUnknown Effect = iota
	Idempotent           // the second time changes nothing
	Inserts              // a second row or resource
	Appends              // a second entry in a log or list
	Publishes            // a second message
	Increments           // counts twice
)

// Unsafe reports whether repeating the operation repeats its effect.
func (e Effect) Unsafe() bool { return e >= Inserts }

func (e Effect) String() string {
	return [...]string{"unknown", "idempotent", "inserts", "appends", "publishes", "increments"}[e]
}

// Bound is the set of things that end a site while its operation keeps failing.
type Bound uint8

const (
	Attempts   Bound = 1 << iota // a number of attempts
	Elapsed                      // a deadline or a total time
	Ctx                          // a context
	Stop                         // a stop channel or flag
	ErrorClass                   // errors of some classes, but not all transient ones
)

// Names lists the members of b in the order of the constants.
func (b Bound) Names() []string {
	names := []string{}
	for i, n := range [...]string{"attempts", "elapsed", "ctx", "stop", "error-class"} {
		if b&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return names
}

func (b Bound) String() string { return strings.Join(b.Names(), "|") }

// Shape is how a delay develops from one attempt to the next.
type Shape uint8

const (
	NoDelay       Shape = iota
	Constant            // the same each time, whatever its length
	Linear              // grows by a fixed step
	Exponential         // grows by a factor
	Server              // the server says, as by Retry-After
	LibraryPolicy       // a library decides
	Variable            // a value whose development is not known
)

func (s Shape) String() string {
	return [...]string{"none", "constant", "linear", "exponential", "server", "library", "variable"}[s]
}

// Tri is an answer that may be unknown.
type Tri uint8

const (
	Unknown Tri = iota
	No
	Yes
)

func (t Tri) String() string { return [...]string{"unknown", "no", "yes"}[t] }

// TriOf turns a known answer into a Tri.
func TriOf(b bool) Tri {
	if b {
		return Yes
	}
	return No
}

// WaitKind is the means by which code passes time.
type WaitKind uint8

const (
	NoWait  WaitKind = iota
	Sleep            // a call that returns after a time, and not before
	After            // a receive from time.After
	Timer            // a receive from a time.Timer
	Ticker           // a receive from a time.Ticker
	Cond             // another wake-up: a condition variable, a channel
	Library          // a library's wait, such as a rate limiter's
)

func (k WaitKind) String() string {
	return [...]string{"none", "sleep", "after", "timer", "ticker", "cond", "library"}[k]
}
