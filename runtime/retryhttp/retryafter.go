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
// or to now if it has none. The result is never negative, and a wait too long
// for a Duration is the longest Duration. It is false if the header is missing
// or neither form.
func ParseRetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0, false
	}
	if strings.Trim(value, "0123456789") == "" {
		return seconds(value), true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
	}
	return max(at.Sub(now), 0), true
}

// seconds is the duration of a string of digits.
func seconds(digits string) time.Duration {
	n, err := strconv.ParseUint(digits, 10, 64)
	if errors.Is(err, strconv.ErrRange) || n > math.MaxInt64/uint64(time.Second) {
		return math.MaxInt64
	}
	return time.Duration(n) * time.Second
}
