package retryhttp_test

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/retryvet/retryvet/runtime/retryhttp"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func TestParseRetryAfter(t *testing.T) {
	for _, tc := range []struct {
		value, date string
		want        time.Duration
		ok          bool
	}{
		{"", "", 0, false},
		{"0", "", 0, true},
		{"120", "", 2 * time.Minute, true},
		{" 7\t", "", 7 * time.Second, true},
		{"007", "", 7 * time.Second, true},
		{"-1", "", 0, false},
		{"-0", "", 0, false},
		{"+1", "", 0, false},
		{"1.5", "", 0, false},
		{"1e3", "", 0, false},
		{"1_000", "", 0, false},
		{"soon", "", 0, false},
		// The largest number of seconds in a Duration, one more, and what
		// wrapped to -2562047h in go-retryablehttp.
		{"9223372036", "", 9223372036 * time.Second, true},
		{"9223372037", "", math.MaxInt64, true},
		{"18446744073709551615", "", math.MaxInt64, true},
		{"18446744073709551616", "", math.MaxInt64, true},
		{strings.Repeat("9", 400), "", math.MaxInt64, true},
		{"99999999999999999999x", "", 0, false},
		// The three forms of RFC 9110, section 5.6.7.
		{"Wed, 04 Mar 2026 12:00:30 GMT", "", 30 * time.Second, true},
		{"Wednesday, 04-Mar-26 12:00:30 GMT", "", 30 * time.Second, true},
		{"Wed Mar  4 12:00:30 2026", "", 30 * time.Second, true},
		{"Wed, 04 Mar 2026 11:00:00 GMT", "", 0, true},
		{"Fri, 31 Dec 9999 23:59:59 GMT", "", math.MaxInt64, true},
		{"Mon, 01 Jan 0001 00:00:00 GMT", "", 0, true},
		// The server's clock counts, where there is one.
		{"Wed, 04 Mar 2026 15:00:30 GMT", "Wed, 04 Mar 2026 15:00:00 GMT", 30 * time.Second, true},
		{"Wed, 04 Mar 2026 12:00:30 GMT", "yesterday", 30 * time.Second, true},
		{"30", "Wed, 04 Mar 2026 15:00:00 GMT", 30 * time.Second, true},
	} {
		h := http.Header{"Retry-After": {tc.value}, "Date": {tc.date}}
		if got, ok := retryhttp.ParseRetryAfter(h, noon); got != tc.want || ok != tc.ok {
			t.Errorf("%q with Date %q: %v, %v, want %v, %v", tc.value, tc.date, got, ok, tc.want, tc.ok)
		}
	}
	if _, ok := retryhttp.ParseRetryAfter(http.Header{}, noon); ok {
		t.Error("found a Retry-After in an empty header")
	}
}

func FuzzParseRetryAfter(f *testing.F) {
	for _, value := range []string{"", "0", "5", "9223372037", "18446744073709551616", "-3", "-0", " 1 ",
		"Wed, 04 Mar 2026 12:00:30 GMT", "Wednesday, 04-Mar-26 12:00:30 GMT", "Wed Mar  4 12:00:30 2026",
		"Fri, 31 Dec 9999 23:59:59 GMT"} {
		f.Add(value, "", int64(0))
		f.Add(value, "Wed, 04 Mar 2026 15:00:00 GMT", int64(math.MaxInt64))
	}
	f.Fuzz(func(t *testing.T, value, date string, unix int64) {
		h := http.Header{"Retry-After": {value}, "Date": {date}}
		d, ok := retryhttp.ParseRetryAfter(h, time.Unix(unix, 0))
		if d < 0 || !ok && d != 0 {
			t.Fatalf("%v, %v", d, ok)
		}
		trimmed := strings.TrimSpace(value)
		if n, err := strconv.ParseUint(trimmed, 10, 64); err == nil { // no sign
			if !ok || n <= math.MaxInt64/uint64(time.Second) && d != time.Duration(n)*time.Second {
				t.Fatalf("%d seconds gave %v, %v", n, d, ok)
			}
		}
		if _, err := http.ParseTime(trimmed); err == nil && !ok {
			t.Fatalf("date %q was refused", trimmed)
		}
	})
}
