package knowledge

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names are evidence of last resort. All questions that are asked of them are
// here, and all compare whole words: rand is in randDelay and rand_delay, not in
// operandOf.

// Words splits a name at its capital letters, underscores and other signs, and
// yields the parts in lower case: HTTPStatus_code is http, status, code.
func Words(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := 0
		var before rune
		for i, r := range name {
			_, size := utf8.DecodeRuneInString(name[i:])
			next, _ := utf8.DecodeRuneInString(name[i+size:])
			sign := !unicode.IsLetter(r) && !unicode.IsDigit(r)
			if sign || unicode.IsUpper(r) && (!unicode.IsUpper(before) || unicode.IsLower(next)) {
				if start < i && !yield(strings.ToLower(name[start:i])) {
					return
				}
				start = i
			}
			if sign {
				start = i + size
			}
			before = r
		}
		if start < len(name) {
			yield(strings.ToLower(name[start:]))
		}
	}
}

// says reports whether a name has one of the phrases. A phrase is words run
// together, which have to be whole words of the name, one behind the other:
// toomany is in ErrTooManyRequests. One that ends in * may go on in any way:
// limit* is in limiter.
func says(name string, phrases ...string) bool {
	words := slices.Collect(Words(name))
	run := strings.Join(words, "")
	for i := range words {
		if begins(words[i:], run, phrases) {
			return true
		}
		run = run[len(words[i]):]
	}
	return false
}

// starts reports whether a name begins with one of the phrases.
func starts(name string, phrases ...string) bool {
	words := slices.Collect(Words(name))
	return begins(words, strings.Join(words, ""), phrases)
}

// ends reports whether a name ends in one of the phrases, none of which has a *.
func ends(name string, phrases ...string) bool {
	words := slices.Collect(Words(name))
	run := strings.Join(words, "")
	for _, w := range words {
		if slices.Contains(phrases, run) {
			return true
		}
		run = run[len(w):]
	}
	return false
}

// begins reports whether words, which are run when run together, begin with one
// of the phrases.
func begins(words []string, run string, phrases []string) bool {
	for _, p := range phrases {
		p, open := strings.CutSuffix(p, "*")
		if !strings.HasPrefix(run, p) {
			continue
		}
		end := 0
		for i := 0; end < len(p); i++ {
			end += len(words[i])
		}
		if open || end == len(p) {
			return true
		}
	}
	return false
}

// SpeaksOfRetry reports whether a name says that something has to do with trying
// again.
func SpeaksOfRetry(name string) bool {
	return says(name, "backoff*", "retry*", "retries", "maxretr*", "attempt*", "maxattempt*", "delay*", "tries", "maxtries", "reconnect*", "failures", "jitter*")
}

// SaysAgain reports whether the name of a flag asks for another attempt: retry,
// shouldRetry, again, keepTrying, but not noRetry.
func SaysAgain(name string) bool {
	return !says(name, "noretry*", "notretry*", "cannotretry*", "dontretry*", "stopretry*", "neverretry*", "skipretry*", "nonretry*", "unretry*") &&
		says(name, "retry*", "shouldretry*", "canretry*", "again", "keeptrying")
}

// Pausing reports whether a function's name says that it may pass time. It
// stands in for what is not known of the function.
func Pausing(name string) bool {
	return says(name, "wait*", "await*", "sleep*", "backoff*", "delay*", "pause*", "throttl*", "limit*", "ratelimit*", "acquire*", "retry*", "again", "block*", "until", "tick", "ticks", "ticker")
}

// Turning reports whether a function's name says that it picks another server,
// address or identity than before, or may do so.
func Turning(name string) bool {
	return says(name, "next*", "pick*", "choose*", "select*", "rotat*", "switch*", "failover*", "fallback*", "random*", "shuffle*", "balanc*", "loadbalanc*", "redirect*",
		"deactivate*", "inactivate*", "exclude*", "blacklist*", "invalidate*", "evict*", "refresh*", "renew*", "auth", "authn", "authenticat*", "authoriz*", "reauth*", "unauth*", "oauth*", "login*", "relogin*", "token*",
		"server*", "endpoint*", "host*", "node*", "replica*", "upstream*", "addr*")
}

// Overload reports whether the name of an error or of a question about one says
// that a server cannot keep up or is not there.
func Overload(name string) bool {
	return says(name, "unavailable", "serviceunavailable", "busy", "ebusy", "overload*", "exhausted", "resourceexhausted", "toomany*", "throttl*", "ratelimit*", "refused", "econnrefused", "unreachable", "connectionreset*", "networkerr*")
}

// AsksIfHeals reports whether a question's name asks if an error may go away.
func AsksIfHeals(name string) bool {
	return !says(name, "notretr*", "notransient*", "nottransient*", "nottemporary*", "nonretr*", "unretr*", "nontrans*", "nontemp*") &&
		says(name, "retryable*", "retriable*", "isretryable", "isretriable", "transient*", "temporary*")
}

// NamesTimeUnit reports whether the name of a number ends in a unit of time other
// than nanoseconds: retrySeconds, delay_ms.
func NamesTimeUnit(name string) bool { return UnitOf(name) != "" }

// UnitOf is the constant of package time that the name of a number ends in, other
// than nanoseconds; "" if there is none.
func UnitOf(name string) string {
	switch {
	case ends(name, "seconds", "secs", "sec"):
		return "Second"
	case ends(name, "minutes"):
		return "Minute"
	case ends(name, "milliseconds", "millis", "msecs", "msec", "ms"):
		return "Millisecond"
	}
	return ""
}

// NamesMaximum reports whether a name is that of a greatest value: maxDelay,
// BackoffLimit, DelayCap.
func NamesMaximum(name string) bool {
	if says(name, "min", "minimum", "minimal") {
		return false
	}
	return starts(name, "max", "maximum", "maximal") || ends(name, "max", "maximum", "limit", "ceiling") ||
		ends(name, "cap") && len(slices.Collect(Words(name))) > 1 // the builtin is no maximum
}

// CleansUp reports whether a method ends something, by its name.
func CleansUp(name string) bool {
	switch name {
	case "Close", "Stop", "Cancel", "Abort", "Rollback", "Release", "Disconnect", "Shutdown":
		return true
	}
	return false
}

// CleanUpName reports whether a function's name begins with a word that says
// that it ends or gives back something.
func CleanUpName(name string) bool {
	return starts(name, "close", "closes", "stop", "shutdown", "cleanup", "clean", "cleaner", "release", "unlock", "runlock", "rollback", "abort", "teardown", "drain", "flush", "finish",
		"deregister", "unregister", "revoke", "disconnect", "dispose", "destroy", "kill", "terminate", "leave", "detach", "unmount", "logout")
}

// Disposes reports whether a function gets rid of something, by its name, which
// is often done as well as it goes.
func Disposes(name string) bool {
	return CleanUpName(name) || starts(name, "remove", "delete", "unlink", "cancel") || ends(name, "remove", "delete", "prune")
}

// SaysClosed reports whether a question's name asks if something is closed.
func SaysClosed(name string) bool {
	return ends(name, "closed") && !says(name, "not", "non", "never", "isnt")
}

// Guards reports whether a method, by its name, only keeps others away from what is
// done, lets them run, or marks a function for the log of a test.
func Guards(name string) bool {
	switch name {
	case "Lock", "Unlock", "RLock", "RUnlock", "Gosched", "Helper":
		return true
	}
	return false
}

// OpensName reports whether a function's name says that it sets up a connection
// or a listener.
func OpensName(name string) bool {
	return starts(name, "dial*", "connect", "connects", "open", "opens", "listen*")
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

// Logs reports whether a function's name says that it logs or prints.
func Logs(name string) bool {
	return starts(name, "log*", "print*", "fprint*", "trace*", "debug*", "info", "infof", "infoln", "infow", "notice*", "warn*", "error*", "msg*")
}

// Ending reports whether the name of a channel, a flag or a function says that
// something is to end.
func Ending(name string) bool {
	return says(name, "stop*", "done*", "quit*", "clos*", "exit*", "shut*", "cancel*", "kill*", "term", "terminat*", "abort*", "finish*", "dying", "dead", "end", "endc", "endch", "ended", "ending", "sig", "sigs", "sigc*", "sigint", "sigterm", "signal*", "halt*")
}

// Waking reports whether a channel's name says that it brings news other than an
// end: a trigger for another round.
func Waking(name string) bool {
	return says(name, "wake*", "trigger*", "notify*", "kick*", "changed", "update*", "reload*", "refresh*", "flush*", "ready", "poke*", "work*", "disconnected", "reconnect*", "restart*", "reset*", "resume*", "force*")
}

// Fatal reports whether a flag's name says that an error lasts.
func Fatal(name string) bool { return says(name, "fatal*", "perm", "permanent*") }

// Conflict reports whether a name speaks of a conflict with another writer.
func Conflict(name string) bool {
	return says(name, "conflict*", "keyexists", "alreadyexist*", "errexist*", "isexist*", "comparefailed", "stale*", "versionmismatch", "serializationfail*", "conditionfailed", "preconditionfailed", "outofdate")
}

// AsksIfCancelled reports whether a function's name asks if a context, or what it
// stands for, is over.
func AsksIfCancelled(name string) bool {
	return says(name, "cancel*", "iscancel*", "contextdone", "ctxdone", "iscontext*", "contexterr*")
}

// SaysSuccess reports whether a question's name is answered yes when there is
// nothing wrong.
func SaysSuccess(name string) bool {
	return ends(name, "ok", "success", "succeeded", "isnil", "noerror", "healthy", "accepted", "done", "isok")
}

// NamesStatus reports whether a name is that of a status code.
func NamesStatus(name string) bool { return ends(name, "code", "statuscode") }

// Random reports whether a function's name says that it draws a random number.
func Random(name string) bool { return says(name, "rand*", "jitter*") }

// NamesServersWait reports whether the name of a header, a field or a function is
// that of the time that a server asks to wait: Retry-After, rateLimitReset.
func NamesServersWait(name string) bool {
	return says(name, "retryafter*", "ratelimitreset*", "ratereset*")
}

// NamesIdempotency reports whether a name speaks of idempotence.
func NamesIdempotency(name string) bool { return says(name, "idempot*") }

// Rewinds reports whether a function's name says that it begins a stream again.
func Rewinds(name string) bool { return says(name, "rewind*", "reset*", "seek*") }

// RenewsBody reports whether a function's name says that it gives a request a
// body for another attempt.
func RenewsBody(name string) bool {
	return says(name, "rewind*", "reset*", "body*", "clone*", "copy*", "replay*", "restore*", "idempot*", "retryable*")
}

// DrainsBody reports whether a function's name says that it reads a body to its
// end, or closes it.
func DrainsBody(name string) bool { return says(name, "close*", "drain*", "discard*") }

// EndsRetries reports whether a function's name, of a retry library, marks an
// error as one that is not worth another attempt.
func EndsRetries(name string) bool {
	switch name {
	case "Permanent", "Unrecoverable", "NonRetryableError", "NonRetryable":
		return true
	}
	return false
}

// NamesMemory reports whether a type says by its name that it keeps in memory what
// others keep elsewhere.
func NamesMemory(name string) bool { return says(name, "mem", "memory", "inmem", "inmemory") }

// NamesFake reports whether a type, file or package says by its name that it stands
// in for the real thing: in tests, or where there is nothing to do.
func NamesFake(name string) bool {
	return says(name, "fake", "fakes", "mock", "mocks", "mocked", "stub", "stubs", "dummy", "noop", "nop", "test", "testing", "unimplemented")
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
	case "test", "tests", "testing", "e2e", "testsuite", "testutil", "testutils", "testhelper", "testhelpers":
		return true
	}
	return false
}

// TestLibrary reports whether a package is imported by test code only: package testing
// itself, and what assertions, suites and mocks are written with.
func TestLibrary(path string) bool {
	for _, of := range []string{"testing", "github.com/stretchr/testify", "github.com/onsi/ginkgo", "github.com/onsi/gomega", "go.uber.org/mock/gomock", "github.com/golang/mock/gomock", "gopkg.in/check.v1"} {
		if rest, ok := strings.CutPrefix(path, of); ok && (rest == "" || rest[0] == '/' && of != "testing") {
			return true
		}
	}
	return false
}

// Takes reports whether a method's name says that it takes the next item of a
// stream or queue.
func Takes(name string) bool {
	for word := range Words(name) {
		switch word {
		case "accept", "receive", "recv", "read", "next", "dequeue", "pop", "poll", "fetch":
			return true
		}
		return false // the verb comes first
	}
	return false
}

// Receives reports whether a method's name says that it waits for what the other end of
// a connection sends.
func Receives(name string) bool {
	for word := range Words(name) {
		return word == "receive" || word == "recv" || word == "read"
	}
	return false
}

// Connects reports whether a call's name says that it sets up or serves something
// long-lived. It only tells reconnecting from periodic work, which have the same
// shape.
func Connects(name string) bool {
	return says(name, "connect", "reconnect", "connection", "dial", "redial", "watch", "rewatch", "subscribe", "resubscribe", "subscription",
		"session", "stream", "listen", "serve", "consume", "receive", "attach", "tail", "follow", "handshake", "login", "establish",
		"keepalive", "tunnel", "rejoin", "join", "register", "sse")
}

// General reports whether a field's name speaks of the end of the whole object,
// stopc or doneCh, and not of one of its parts, as sweeperStop does.
func General(name string) bool {
	for word := range Words(name) {
		switch strings.Trim(word, "_") {
		case "stop", "stopped", "stopping", "stopc", "stopch", "stopchan", "done", "donec", "donech", "donechan", "quit", "quitc", "quitch",
			"quitchan", "close", "closed", "closing", "closec", "closech", "closechan", "closer", "exit", "exited", "exitc", "exitch", "exitchan", "shutdown",
			"shut", "down", "cancel", "canceled", "cancelled", "kill", "killed", "term", "terminate", "terminated", "abort", "finish", "finished",
			"dying", "dead", "halt", "end", "ended", "c", "ch", "chan", "channel", "signal", "signals", "sig", "notify", "notifier", "ctx", "is", "has", "to", "on", "the", "":
		default:
			return false
		}
	}
	return true
}

// DeliveryHeaders are the headers of AMQP that tell how often a message was delivered,
// and the argument of a queue that bounds that
// (https://www.rabbitmq.com/docs/quorum-queues#poison-message-handling).
var DeliveryHeaders = []string{"x-death", "x-delivery-count", "x-delivery-limit"}
