package retryhttp_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryhttp"
)

// A POST is repeated only with a key by which the server knows it again.
func ExampleTransport() {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requests++; requests == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s of %s", body, r.Header.Get("Idempotency-Key"))
	}))
	defer server.Close()

	client := &http.Client{Transport: &retryhttp.Transport{
		Base:   server.Client().Transport,
		Policy: retry.Policy{MaxAttempts: 4, AttemptTimeout: 10 * time.Second},
	}}
	req, _ := http.NewRequest("POST", server.URL, strings.NewReader("payment"))
	req.Header.Set("Idempotency-Key", "order 17")
	resp, err := client.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	fmt.Printf("%s after %d requests\n", body, requests)
	// Output: payment of order 17 after 2 requests
}

func ExampleOutcome() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
	}))
	defer server.Close()
	client := &http.Client{Transport: &retryhttp.Transport{
		Base:   server.Client().Transport,
		Policy: retry.Policy{BaseDelay: time.Millisecond},
	}}
	resp, err := client.Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	attempts, reason := retryhttp.Outcome(resp)
	fmt.Println(resp.StatusCode, attempts, reason == retry.ErrAttempts)
	// Output: 502 3 true
}

// A policy that does not retry 500.
func ExampleStatusError() {
	policy := retry.Policy{Classify: func(err error) (d retry.Decision) {
		var status *retryhttp.StatusError
		if errors.As(err, &status) && status.StatusCode == http.StatusInternalServerError {
			d.Class = retry.GiveUp
		}
		return d
	}}
	transport := &retryhttp.Transport{Policy: policy}
	fmt.Println(transport.Policy.Classify(&retryhttp.StatusError{StatusCode: 500}).Class == retry.GiveUp)
	// Output: true
}

// Two services in a row: the second sees that the first one's request is a
// repeat, and would say so to a third.
func ExampleCountAttempts() {
	const header = "X-Previous-Attempts"
	server := httptest.NewServer(retryhttp.CountAttempts(header, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println("previous attempts:", retry.PreviousAttempts(r.Context()))
		w.WriteHeader(http.StatusServiceUnavailable)
	})))
	defer server.Close()
	client := &http.Client{Transport: &retryhttp.Transport{
		Base:          server.Client().Transport,
		Policy:        retry.Policy{BaseDelay: time.Millisecond},
		AttemptHeader: header,
	}}
	if resp, err := client.Get(server.URL); err == nil {
		resp.Body.Close()
	}
	// Output:
	// previous attempts: 0
	// previous attempts: 1
	// previous attempts: 2
}

func ExampleParseRetryAfter() {
	h := http.Header{"Retry-After": {"120"}}
	fmt.Println(retryhttp.ParseRetryAfter(h, time.Now()))
	// Output: 2m0s true
}
