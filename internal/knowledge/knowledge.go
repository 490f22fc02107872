// Package knowledge holds tables of what the standard library and popular
// libraries do that matters to code which tries again: which functions wait,
// which draw random numbers, which leave the process, which clients retry by
// themselves and how that is turned off, and which functions retry what they
// are given.
//
// The tables are keyed on packages, types and functions, never on the names of
// variables. A major version suffix (/v2) of an import path and a vendor
// prefix are ignored, unless a table has an entry for the suffixed path.
package knowledge

import (
	"go/types"
	"strings"
)

// Entry is what is known of one function or method.
// The zero value knows nothing.
type Entry struct {
	Wait    *Wait
	Random  bool  // a result is a random number, or derived from one
	Place   Place // where the operation takes effect
	Effect  Effect
	Blocks  bool // runs for as long as a connection or stream lives
	Exits   bool // never returns
	Probe   bool // only finds out whether somebody answers
	Opaque  bool // takes a context and calls what nothing is known of
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
}

// Lookup returns what the tables know of fn.
func Lookup(fn *types.Func) Entry {
	pkg := fn.Pkg()
	if pkg == nil {
		return Entry{}
	}
	table := tableOf(pkg.Path())
	if table == nil {
		return Entry{}
	}
	recv, name := ReceiverName(fn), fn.Name()
	if recv == "" {
		if e, ok := table[name]; ok {
			return e
		}
	} else {
		word := "*" + lastWord(recv)
		for _, key := range [...]string{recv + "." + name, word + "." + name, "*." + name, recv + ".*", word + ".*"} {
			if e, ok := table[key]; ok {
				return e
			}
		}
	}
	return table["*"]
}

// lastWord is the last capitalised word of a type's name: Client of
// InstancesClient.
func lastWord(name string) string {
	for i := len(name) - 1; i > 0; i-- {
		if 'A' <= name[i] && name[i] <= 'Z' {
			return name[i:]
		}
	}
	return name
}

// FuncName is how tables and facts call a function: Func or Type.Method.
func FuncName(fn *types.Func) string {
	if recv := ReceiverName(fn); recv != "" {
		return recv + "." + fn.Name()
	}
	return fn.Name()
}

// ReceiverName returns the name of the type that fn is a method of, without
// pointer and type arguments, or "" for a function.
func ReceiverName(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := recv.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// Table maps names to what is known. A key is Func, Type.Method, *Word.Method (a
// method of any type whose name ends in the word), *.Method, Type.*, *Word.*, or
// * for anything else in the package; the first of these that is there counts.
type Table map[string]Entry

// tableOf finds the table of a package: the exact path, the path without its
// major version, or the longest family prefix.
func tableOf(path string) Table {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		path = path[i+len("/vendor/"):]
	}
	if t, ok := packages[path]; ok {
		return t
	}
	if i := strings.LastIndexByte(path, '/'); i < 0 && !strings.Contains(path, ".") {
		return nil // a standard library package without a table
	}
	bare := withoutMajor(path)
	if t, ok := packages[bare]; ok {
		return t
	}
	for _, f := range families {
		if strings.HasPrefix(bare, f.prefix) {
			return f.table
		}
	}
	return nil
}

// withoutMajor drops the /vN elements of an import path.
func withoutMajor(path string) string {
	for i := 0; ; {
		j := strings.Index(path[i:], "/v")
		if j < 0 {
			return path
		}
		j += i
		end := j + 2
		for end < len(path) && '0' <= path[end] && path[end] <= '9' {
			end++
		}
		if end > j+2 && (end == len(path) || path[end] == '/') {
			path = path[:j] + path[end:]
			i = j
			continue
		}
		i = j + 2
	}
}

// family is a table for all packages below a path, such as generated clients.
type family struct {
	prefix string
	table  Table
}

// HasClients reports whether the tables name a client that retries in a package.
func HasClients(path string) bool {
	for _, e := range tableOf(path) {
		if e.Client != nil {
			return true
		}
	}
	return false
}

// HasRetriers reports whether the tables name a retrier in a package.
func HasRetriers(path string) bool {
	for _, e := range tableOf(path) {
		if e.Retrier != nil {
			return true
		}
	}
	return false
}
