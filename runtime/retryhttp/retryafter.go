package retryhttp

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ParseRetryAfter reads the Retry-After of a response: a number of seconds, or
// an HTTP date (RFC 9110, section 10.2.3,
// https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3). A date is taken
// relative to the response's own Date, so that the two clocks need not agree,
// and the Age that it had in caches (RFC 9111, section 5.1,
// https://www.rfc-editor.org/rfc/rfc9111#section-5.1), or to now if it has no
// Date. Where there is a Retry-After-Ms, a number of milliseconds as some APIs
// send it, that counts instead. The result is never negative, and a wait too
// long for a Duration is the longest Duration. It is false if both headers are
// missing or of no such form.
func ParseRetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if ms := strings.TrimSpace(h.Get("Retry-After-Ms")); isNumber(ms) {
		return times(ms, time.Millisecond), true
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0, false
	}
	if isNumber(value) {
		return times(value, time.Second), true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
		if age := strings.TrimSpace(h.Get("Age")); isNumber(age) {
			now = date.Add(times(age, time.Second))
		}
	}
	return max(at.Sub(now), 0), true
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// times is the duration of a string of digits.
func times(digits string, unit time.Duration) time.Duration {
	n, err := strconv.ParseUint(digits, 10, 64)
	if errors.Is(err, strconv.ErrRange) || n > math.MaxInt64/uint64(unit) {
		return math.MaxInt64
	}
	return time.Duration(n) * unit
}
