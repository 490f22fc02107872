// Package knowledge holds tables of what the standard library and popular
// libraries do that matters to code which tries again: which functions wait,
// which draw random numbers, which leave the process, which clients retry by
// themselves and how that is turned off, and which functions retry what they
// are given.
//
// The tables are keyed on packages, types and functions, never on the names of
// variables. A major version suffix (/v2) of an import path and a vendor
// prefix are ignored, unless a table has an entry for the suffixed path.
//
// The rows are in data/*.txt, whose language data/README.md describes; rows.go is
// made from them.
package knowledge

import "strings"

//go:generate go run ./gen

// Entry is what is known of one function or method.
// The zero value knows nothing.
type Entry struct {
	Wait   *Wait
	Random bool // a result is a random number, or derived from one
	// Computed is set where a duration that it gives is computed from what it is given
	// and from what does not change: nothing in it is random.
	Computed bool
	Place    Place // where the operation takes effect
	Effect   Effect
	Blocks   bool // runs for as long as a connection or stream lives
	Exits    bool // never returns
	Probe    bool // only finds out whether somebody answers
	// Runs is the position, counted from 1, of the parameter that the function calls,
	// so that its place is that of what it is given, too; 0 if it calls none.
	Runs int
	// OfNil is what a question about an error answers for a nil one.
	OfNil   Tri
	Method  *Method
	Retrier *Retrier
	Client  *Client // the client that the operation goes through
}

// Method is the HTTP method of the request that a function builds or sends.
type Method struct {
	Const string // the method, or "" if a parameter says it
	Param int    // the index of that parameter
	// Key is set where the function itself gives the request an idempotency key.
	Key bool
}

// Wait says how a function passes time.
type Wait struct {
	Kind WaitKind
	// Duration is the index of the parameter that says how long, -1 if none
	// does.
	Duration int
	// Ctx is the index of the parameter whose cancellation ends the wait, Never
	// if nothing ends it early, Inside if something that the receiver holds does.
	Ctx int
}

// Values of Wait.Ctx that are no parameter.
const (
	Never  = -1
	Inside = -2
)

// Retrier is a function that calls one of its arguments, again and again,
// until it succeeds.
type Retrier struct {
	// Op is the index of the parameter that is called again; -1 is the receiver.
	Op int
	// Ctx is the index of the context parameter that ends the retries, -1 if
	// there is none.
	Ctx int
	Policy
	// Max is the position, counted from 1, of the parameter that says how many
	// attempts are made; 0 if none does.
	Max int
	// Interval is the position, counted from 1, of the parameter that says how
	// long to wait; 0 if none does.
	Interval int
	// Poll is set for helpers that wait for a condition: an error of the
	// operation ends them.
	Poll bool
	// Conflict is set for optimistic updates, which repeat on a conflict only.
	Conflict bool
	// Deaf is set for the code's own whose wait nothing can end early: it is
	// given no context or stop channel, and has none in reach. Only its callers
	// can know of one.
	Deaf bool
	// Options are the functions and fields that change Policy at a call.
	Options []Option
}

// Policy says how often and how fast something is tried again.
type Policy struct {
	Attempts int // first one included; 0 is no limit, or an unknown one
	Bound    Bound
	Shape    Shape
	Capped   Tri     // whether a growing delay has a maximum
	First    int64   // the first delay, in nanoseconds; 0 if not known
	Factor   float64 // what it is multiplied by each time; 0 if not known
	Jitter   Tri
	Wait     WaitKind
	Cancel   bool // whether the wait ends early
}

// Option is one way to change the policy of a retrier or a client where it is
// built or called: an option function, a setter or a field of a configuration
// struct.
type Option struct {
	// Name is Func, Type.Method or Type.Field in the package of the table.
	Name string
	// Sets is what its first argument, or the value of the field, changes.
	Sets Setting
}

// Is reports whether o is the option of this name: a function, method or
// variable of a package, or a field as Type.Field.
func (o Option) Is(pkg, name string) bool {
	if !strings.Contains(o.Name, "/") {
		return o.Name == name
	}
	return o.Name == withoutMajor(pkg)+"."+name
}

// Local is the option's name without the path of its package.
func (o Option) Local() string {
	i := strings.LastIndexByte(o.Name, '/')
	if i < 0 {
		return o.Name
	}
	_, name, _ := strings.Cut(o.Name[i+1:], ".")
	return name
}

// Setting is what an Option changes.
type Setting uint8

const (
	SetsAttempts Setting = iota + 1 // the value is the number of attempts
	SetsRetries                     // the value is the number of attempts but the first
	SetsElapsed                     // a total time
	SetsCtx                         // a context
	SetsDelay                       // fixes the delay: constant
	SetsEndless                     // fixes the delay and takes away the total time
	SetsFirst                       // the first delay of one that grows
	SetsFactor                      // what a delay is multiplied by each time
	SetsCap                         // a maximum delay
	SetsJitter                      // random delays
	SetsOff                         // no retries at all, whatever the value; for fields and boolean options, when true
	SetsUnknown                     // a policy of the caller's own: nothing is known any more
)

// Client is a client library that tries again by itself.
type Client struct {
	// Name is how messages call the client.
	Name string
	// Attempts is how often one call is sent at most by default, the first time
	// included; 0 is without limit.
	Attempts int
	// Options are what turns the retries off or changes their number.
	// A package that uses one with a value other than a constant makes the
	// client's behaviour unknown.
	Options []Option
	// ZeroIsDefault is set where an Option of value 0 means the default, and
	// -1 means off.
	ZeroIsDefault bool
	// RepeatsPost is set where a POST or PATCH is retried like all others.
	RepeatsPost bool
}
