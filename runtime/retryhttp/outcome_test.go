package retryhttp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryhttp"
)

// A response tells how many attempts it took, and why there was not another.
func TestOutcome(t *testing.T) {
	for _, tc := range []struct {
		name     string
		failures int
		method   string
		policy   retry.Policy
		attempts int
		reason   error
	}{
		{"first", 0, "GET", retry.Policy{}, 1, nil},
		{"second", 1, "GET", retry.Policy{}, 2, nil},
		{"used up", 9, "GET", retry.Policy{}, 3, retry.ErrAttempts},
		{"budget", 9, "GET", retry.Policy{Budget: &retry.Budget{Burst: 1, Ratio: -1, PerSecond: -1}}, 2, retry.ErrBudget},
		{"not to be repeated", 9, "POST", retry.Policy{}, 1, retry.ErrGivenUp},
	} {
		s := serve(t, burst(tc.failures, 503))
		tc.policy.BaseDelay = -1
		resp, err := client(t, &retryhttp.Transport{Policy: tc.policy}).Do(request(t, tc.method, s.URL, nil))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if err := resp.Request.Context().Err(); err != nil {
			t.Errorf("%s: the request of the response is dead: %v", tc.name, err)
		}
		if attempts, reason := retryhttp.Outcome(resp); attempts != tc.attempts || reason != tc.reason {
			t.Errorf("%s: %d, %v, want %d, %v", tc.name, attempts, reason, tc.attempts, tc.reason)
		}
	}
	if attempts, reason := retryhttp.Outcome(&http.Response{}); attempts != 1 || reason != nil {
		t.Errorf("of a response without a request: %d, %v", attempts, reason)
	}
}

// A chain of three services sees that attempts multiply.
func TestAttemptHeader(t *testing.T) {
	const header = "X-Previous-Attempts"
	var seen []string
	last := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get(header))
		w.WriteHeader(503)
	}))
	defer last.Close()
	transport := &retryhttp.Transport{
		Base:          &http.Transport{},
		Policy:        retry.Policy{MaxAttempts: 2, BaseDelay: -1, Budget: retry.NoBudget},
		AttemptHeader: header,
	}
	defer transport.CloseIdleConnections()
	c := &http.Client{Transport: transport}
	middle := httptest.NewServer(retryhttp.CountAttempts(header, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, _ := http.NewRequestWithContext(r.Context(), "GET", last.URL, nil)
		resp, err := c.Do(req)
		if err != nil {
			t.Error(err)
			return
		}
		resp.Body.Close()
		w.WriteHeader(resp.StatusCode)
	})))
	defer middle.Close()
	req := request(t, "GET", middle.URL, nil)
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if want := []string{"", "1", "1", "2"}; !slices.Equal(seen, want) {
		t.Errorf("the last service was told %q, want %q", seen, want)
	}
	for _, nonsense := range []string{"", "-1", "many", "99999999999999999999"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set(header, nonsense)
		retryhttp.CountAttempts(header, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if n := retry.PreviousAttempts(r.Context()); n != 0 {
				t.Errorf("%q counted as %d", nonsense, n)
			}
		})).ServeHTTP(httptest.NewRecorder(), r)
	}
}

// AttemptTimeout is for the header of a response; the body may take longer.
func TestAttemptTimeout(t *testing.T) {
	s := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n == 1 {
			<-r.Context().Done()
			return
		}
		w.WriteHeader(200)
		w.(http.Flusher).Flush()
		time.Sleep(300 * time.Millisecond)
		fmt.Fprint(w, "slow body")
	})
	policy := quick
	policy.AttemptTimeout = 150 * time.Millisecond
	var failures []error
	policy.Observer = onWait(func(e retry.Event) { failures = append(failures, e.Err) })
	resp, err := client(t, &retryhttp.Transport{Policy: policy}).Get(s.URL)
	wantAnswer(t, resp, err, 200, "slow body")
	if len(failures) != 1 || !errors.Is(failures[0], retry.ErrAttemptTimeout) {
		t.Errorf("failed with %v", failures)
	}
}

func TestAttemptTimeoutIsTheError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport := &retryhttp.Transport{
			Policy: retry.Policy{AttemptTimeout: time.Second},
			Base: roundTripper(func(r *http.Request) (*http.Response, error) {
				<-r.Context().Done()
				return nil, context.Cause(r.Context())
			}),
		}
		_, err := transport.RoundTrip(request(t, "GET", "http://example.com", nil))
		var e *retry.Error
		if !errors.As(err, &e) || e.Attempts != 3 || !errors.Is(err, retry.ErrAttemptTimeout) || !e.Timeout() {
			t.Errorf("got %v", err)
		}
	})
}

func TestRetryAfterMs(t *testing.T) {
	for value, want := range map[string]time.Duration{"1500": 1500 * time.Millisecond, "0": 0, "99999999999999999999": 1<<63 - 1} {
		h := http.Header{"Retry-After-Ms": {value}, "Retry-After": {"7"}}
		if got, ok := retryhttp.ParseRetryAfter(h, noon); got != want || !ok {
			t.Errorf("%s ms: %v, %v", value, got, ok)
		}
	}
	h := http.Header{"Retry-After-Ms": {"soon"}, "Retry-After": {"7"}}
	if got, _ := retryhttp.ParseRetryAfter(h, noon); got != 7*time.Second {
		t.Errorf("got %v, want what Retry-After says", got)
	}
}

// switching is the body of a 101 response, which is written to as well.
type switching struct {
	io.ReadCloser
	io.Writer
}

func TestSwitchingProtocols(t *testing.T) {
	transport := &retryhttp.Transport{Base: roundTripper(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 101, Body: switching{http.NoBody, io.Discard}}, nil
	})}
	resp, err := transport.RoundTrip(request(t, "GET", "http://example.com", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, ok := resp.Body.(io.ReadWriteCloser); !ok {
		t.Error("the connection cannot be written to")
	}
}

// The context of an attempt lives as long as its body, and no longer.
func TestAttemptEndsWithItsBody(t *testing.T) {
	for _, how := range []string{"close", "read"} {
		var attempt context.Context
		transport := &retryhttp.Transport{Base: roundTripper(func(r *http.Request) (*http.Response, error) {
			attempt = r.Context()
			return &http.Response{StatusCode: 200, Body: io.NopCloser(io.LimitReader(zeros{}, 10))}, nil
		})}
		resp, err := transport.RoundTrip(request(t, "GET", "http://example.com", nil))
		if err != nil || attempt.Err() != nil {
			t.Fatal(err, attempt.Err())
		}
		if how == "close" {
			resp.Body.Close()
		} else {
			io.Copy(io.Discard, resp.Body)
		}
		if attempt.Err() == nil {
			t.Errorf("%s: the attempt's context is still alive", how)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
