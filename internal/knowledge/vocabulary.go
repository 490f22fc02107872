package knowledge

import (
	"slices"
	"strings"
)

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

// SpeaksOfRetry reports whether a name says that something has to do with trying
// again.
func SpeaksOfRetry(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"backoff", "retry", "retries", "attempt", "delay", "tries", "reconnect", "failures", "jitter"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// SaysAgain reports whether the name of a flag asks for another attempt: retry,
// shouldRetry, again, keepTrying, but not noRetry.
func SaysAgain(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"noretry", "notretry", "dontretry", "stopretry", "neverretry", "skipretry", "nonretry", "unretry"} {
		if strings.Contains(name, w) {
			return false
		}
	}
	return strings.Contains(name, "retry") || strings.Contains(name, "again") || strings.Contains(name, "keeptrying")
}

// Pausing reports whether a function's name says that it may pass time. It
// stands in for what is not known of the function.
func Pausing(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"wait", "sleep", "backoff", "back_off", "delay", "pause", "throttle", "limit", "acquire", "retry", "again", "block", "until", "tick"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// Turning reports whether a function's name says that it picks another server,
// address or identity than before, or may do so.
func Turning(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"next", "pick", "choose", "select", "rotate", "switch", "failover", "fallback", "random", "shuffle", "balance", "redirect", "deactivate", "inactivate", "exclude", "blacklist", "invalidate", "evict", "refresh", "renew", "auth", "login", "token", "server", "endpoint", "host", "node", "replica", "upstream", "addr"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// Overload reports whether the name of an error or of a question about one says
// that a server cannot keep up or is not there.
func Overload(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"unavailable", "busy", "overload", "exhausted", "toomany", "throttl", "ratelimit", "refused", "unreachable", "connectionreset", "networkerr"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// NamesTimeUnit reports whether the name of a number ends in a unit of time other
// than nanoseconds: retrySeconds, delay_ms.
func NamesTimeUnit(name string) bool { return UnitOf(name) != "" }

// UnitOf is the constant of package time that the name of a number ends in, other
// than nanoseconds; "" if there is none.
func UnitOf(name string) string {
	for _, u := range [...]struct {
		unit  string
		ends  []string
		whole []string
	}{
		{"Second", []string{"Seconds", "Secs", "Sec", "_sec", "_secs", "_seconds"}, []string{"seconds", "secs", "sec"}},
		{"Minute", []string{"Minutes"}, []string{"minutes"}},
		{"Millisecond", []string{"Millis", "Milliseconds", "Msec", "Msecs", "MS", "Ms", "_ms"}, []string{"millis", "milliseconds", "msec", "ms"}},
	} {
		if slices.Contains(u.whole, name) || slices.ContainsFunc(u.ends, func(end string) bool { return strings.HasSuffix(name, end) }) {
			return u.unit
		}
	}
	return ""
}

// NamesMaximum reports whether a name is that of a greatest value: maxDelay,
// BackoffLimit, DelayCap.
func NamesMaximum(name string) bool {
	lower := strings.ToLower(name)
	if strings.Contains(lower, "min") {
		return false
	}
	if rest, ok := strings.CutPrefix(lower, "max"); ok {
		return rest == "" || name[3] == '_' || name[3] < 'a' || strings.HasPrefix(rest, "imum")
	}
	for _, w := range [...]string{"Max", "Maximum", "Limit", "Cap", "Ceiling"} {
		if strings.HasSuffix(name, w) {
			return true
		}
	}
	return lower == "limit" || lower == "ceiling"
}

// AsksIfHeals reports whether a question's name asks if an error may go away.
func AsksIfHeals(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"notretr", "notransient", "nottransient", "nottemporary", "nonretr", "unretr", "nontrans", "nontemp"} {
		if strings.Contains(name, w) {
			return false
		}
	}
	for _, w := range [...]string{"retryable", "retriable", "transient", "temporary"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// CleansUp reports whether a method ends something, by its name.
func CleansUp(name string) bool {
	switch name {
	case "Close", "Stop", "Cancel", "Abort", "Rollback", "Release", "Disconnect", "Shutdown":
		return true
	}
	return false
}

// Readiness reports whether a word of a function's name says that it finds out
// whether a server is there.
func Readiness(word string) bool {
	switch word {
	case "wait", "waiting", "ready", "readiness", "health", "healthy", "poll", "ping", "alive", "liveness", "until", "probe", "check", "up", "online":
		return true
	}
	return false
}

// DebugName reports whether a function's name says that it logs for those who
// debug: at a level that is off unless somebody turns it on.
func DebugName(name string) bool {
	switch name {
	case "Debug", "Debugf", "Debugln", "Debugw", "DebugS", "DebugContext", "DebugCtx", "Tracef", "Traceln", "Tracew":
		return true
	}
	return false
}

// Disposes reports whether a function gets rid of something, by its name, which
// is often done as well as it goes.
func Disposes(name string) bool {
	name = strings.ToLower(name)
	return CleanUpName(name) || strings.HasPrefix(name, "remove") || strings.HasPrefix(name, "delete") || strings.HasPrefix(name, "unlink") || strings.HasPrefix(name, "cancel")
}

// SaysTimeout reports whether the text of an error says that the time is up.
func SaysTimeout(text string) bool {
	text = strings.ToLower(text)
	for _, w := range [...]string{"timeout", "timed out", "timed-out", "time out", "deadline exceeded"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// TestFolder reports whether a folder's name says that what lies in it serves
// tests only.
func TestFolder(name string) bool {
	switch name {
	case "test", "tests", "e2e", "testutil", "testutils":
		return true
	}
	return false
}

// CleanUpName reports whether a function's name begins with a word that says
// that it ends or gives back something.
func CleanUpName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"close", "stop", "shutdown", "cleanup", "clean", "release", "unlock", "rollback", "abort", "teardown", "drain", "flush", "finish", "deregister", "unregister", "revoke", "disconnect", "dispose", "destroy", "kill", "terminate", "leave", "detach", "unmount", "logout"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// OpensName reports whether a function's name says that it sets up a connection
// or a listener.
func OpensName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"dial", "connect", "open", "listen"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}
