package knowledge

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"":                "",
		"delay":           "delay",
		"maxDelay":        "max delay",
		"MaxRetryDelayMS": "max retry delay ms",
		"HTTPStatusCode":  "http status code",
		"retry_after_ms":  "retry after ms",
		"Retry-After":     "retry after",
		"rebalanceLogIf":  "rebalance log if",
		"x2Backoff":       "x2 backoff",
		"ÄußereGrenze":    "äußere grenze",
		"_":               "",
		"a\xffb":          "a b",
		"\xff":            "",
	} {
		if got := slices.Collect(Words(name)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("Words(%q) = %q, want %q", name, got, want)
		}
	}
}

// Each question is answered by whole words.
func TestQuestions(t *testing.T) {
	for _, test := range []struct {
		name    string
		ask     func(string) bool
		yes, no string
	}{
		{"SpeaksOfRetry", SpeaksOfRetry, "retry doRetry RetryLoop back_off BackOff maxRetries maxretries attemptNo reconnectLoop withJitter delay", "balance entry retriever paltry undelayed"},
		{"SaysAgain", SaysAgain, "retry shouldRetry again keepTrying retryable shouldretry", "noRetry dontRetry doNotRetry neverRetry nonRetryable unretryable against entry"},
		{"Pausing", Pausing, "wait waitFor await sleepCtx BackOff delayNext throttle RateLimiter limiter acquire blockUntil tick", "unlimited ticket delimiter tactics"},
		{"Turning", Turning, "nextAddr pickServer rotate failover loadBalancer balance refreshToken reauthenticate login hostname", "rebalanceLogIf context author1s ghost"},
		{"Overload", Overload, "ErrServerBusy IsTooManyRequests ServiceUnavailable RateLimited ECONNREFUSED connectionReset", "business ErrNotFound"},
		{"AsksIfHeals", AsksIfHeals, "IsRetryable isTransient Temporary isRetriableError", "IsNotRetryable nonRetryable notTransient isPermanent"},
		{"NamesTimeUnit", NamesTimeUnit, "seconds delaySecs retry_seconds timeoutMS delayMs intervalMinutes msec", "numSMS items parsecs programs"},
		{"NamesMaximum", NamesMaximum, "max maxDelay MaximumWait BackoffLimit DelayCap delay_limit limit maxMinutes", "minDelay maxMin cap climax escape recap"},
		{"CleanUpName", CleanUpName, "Close closeAll stopServer Shutdown CleanUp unlock leaveGroup", "closest stopwatch disclose cleanse"},
		{"Disposes", Disposes, "RemoveAll deleteTemp unlink cancelJob Close", "removal undelete"},
		{"SaysClosed", SaysClosed, "IsClosed Closed isClosed connClosed", "Close enclosed IsNotClosed closedAt disclosed"},
		{"Guards", Guards, "Lock Unlock RLock RUnlock Gosched Helper", "LockTable Unlocked Locker block helperFor"},
		{"OpensName", OpensName, "Dial DialContext connect OpenFile listenTCP", "reopen connector opening"},
		{"Logs", Logs, "Logf Printf Infow errorf warn", "catalog information1 blog"},
		{"Ending", Ending, "stopCh stopc done quitting closed shutdown cancelled terminate sigCh sigs sigchan end", "send pending assign design depend sight"},
		{"Waking", Waking, "wakeCh trigger updates notifyC reloaded", "network framework"},
		{"Fatal", Fatal, "fatalErr isPermanent perm", "permission superman"},
		{"Conflict", Conflict, "ErrConflict isKeyExists AlreadyExists stale versionMismatch", "whitestale exists"},
		{"AsksIfCancelled", AsksIfCancelled, "isCancelled IsCanceled contextDone isContextErr", "context scancel"},
		{"SaysSuccess", SaysSuccess, "ok isOK wasSuccess Succeeded healthy allDone", "book token undone unhealthy"},
		{"NamesStatus", NamesStatus, "code StatusCode exitCode", "decode encoder barcode"},
		{"Random", Random, "rand RandDelay random withJitter", "operandOf brand"},
		{"NamesServersWait", NamesServersWait, "Retry-After retryAfter X-RateLimit-Reset rateReset RetryAfterSeconds", "retry after_all"},
		{"NamesIdempotency", NamesIdempotency, "Idempotency-Key isIdempotent", "potent"},
		{"Rewinds", Rewinds, "rewindBody Reset seekStart", "preset"},
		{"RenewsBody", RenewsBody, "cloneRequest copyBody replayable", "somebody photocopy1"},
		{"DrainsBody", DrainsBody, "drainAndClose discard closeBody", "enclosed"},
		{"NamesMemory", NamesMemory, "memStore InMemory inmem_cache", "member remember"},
		{"NamesFake", NamesFake, "FakeClient mock_api noop.Tracer nopCloser TestServer x_test.go", "tester contest"},
		{"EndsRetries", EndsRetries, "Permanent Unrecoverable", "permanent Impermanent"},
	} {
		for name := range strings.FieldsSeq(test.yes) {
			if !test.ask(name) {
				t.Errorf("%s(%q) is no", test.name, name)
			}
		}
		for name := range strings.FieldsSeq(test.no) {
			if test.ask(name) {
				t.Errorf("%s(%q) is yes", test.name, name)
			}
		}
	}
}

func TestUnitOf(t *testing.T) {
	for name, want := range map[string]string{
		"retrySeconds": "Second", "delay_ms": "Millisecond", "waitMinutes": "Minute", "delayNanos": "", "delayMilliseconds": "Millisecond", "seconds": "Second",
	} {
		if got := UnitOf(name); got != want {
			t.Errorf("UnitOf(%q) = %q, want %q", name, got, want)
		}
	}
}

func BenchmarkSays(b *testing.B) {
	for b.Loop() {
		Turning("reconcileKubeletCertificate")
	}
}
