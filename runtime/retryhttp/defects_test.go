package retryhttp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryhttp"
)

// pooledBody is what a middleware that decodes bodies gives out: Close puts the
// decoder back into a pool, so that a Read beside it is a data race.
type pooledBody struct {
	ctx   context.Context
	used  int
	block bool
}

func (b *pooledBody) Read(p []byte) (int, error) {
	for range 1000 {
		b.used++
	}
	if b.block {
		<-b.ctx.Done()
		b.used++
		return 0, b.ctx.Err()
	}
	time.Sleep(20 * time.Millisecond)
	b.used++
	p[0] = 'x'
	return 1, nil
}

func (b *pooledBody) Close() error { b.used = 0; return nil }

// A body is read and closed by one goroutine, whatever Base makes of bodies.
func TestDroppedBodyIsClosedByItsReader(t *testing.T) {
	for _, block := range []bool{false, true} {
		var calls atomic.Int32
		base := roundTripper(func(r *http.Request) (*http.Response, error) {
			if calls.Add(1) > 1 {
				return response(200, nil), nil
			}
			return &http.Response{StatusCode: 503, Body: &pooledBody{ctx: r.Context(), block: block}}, nil
		})
		resp, err := (&retryhttp.Transport{Base: base, Policy: quick}).RoundTrip(request(t, "GET", "http://example.com", nil))
		if err != nil || resp.StatusCode != 200 {
			t.Fatal(resp, err)
		}
		resp.Body.Close()
		time.Sleep(150 * time.Millisecond)
	}
}

// net/http looks at Body first: a middleware that took the body away leaves
// GetBody as it was.
func TestTakenBodyStaysAway(t *testing.T) {
	for name, none := range map[string]io.ReadCloser{"nil": nil, "NoBody": http.NoBody} {
		s := serve(t, burst(1, 503))
		req := request(t, "PUT", s.URL, strings.NewReader("stale"))
		req.Body, req.ContentLength = none, 0
		resp, err := client(t, &retryhttp.Transport{Policy: quick}).Do(req)
		wantAnswer(t, resp, err, 200, "answer 2")
		for _, got := range s.requests() {
			if got.body != "" {
				t.Errorf("%s: the body %q came back", name, got.body)
			}
		}
	}
}

// A key without a value says nothing to a server that has answered. As net/http
// does, it lets a request be repeated that had no answer.
func TestEmptyIdempotencyKey(t *testing.T) {
	for _, key := range [][]string{nil, {}, {""}, {" "}} {
		s := serve(t, burst(99, 503))
		req := request(t, "POST", s.URL, strings.NewReader("x"))
		req.Header["Idempotency-Key"] = key
		resp, err := client(t, &retryhttp.Transport{Policy: quick}).Do(req)
		wantAnswer(t, resp, err, 503, "answer 1")

		calls := 0
		base := roundTripper(func(*http.Request) (*http.Response, error) { calls++; return nil, io.ErrUnexpectedEOF })
		if _, err := (&retryhttp.Transport{Base: base, Policy: quick}).RoundTrip(req); err == nil || calls != 3 {
			t.Errorf("key %q: %d attempts without an answer, %v", key, calls, err)
		}
	}
}

func TestErrorsThatCannotHeal(t *testing.T) {
	notFound := &net.DNSError{Err: "no such host", Name: "nowhere.invalid", IsNotFound: true}
	for name, tc := range map[string]struct {
		url    string
		header http.Header
		base   http.RoundTripper
	}{
		"scheme":       {url: "gopher://example.com"},
		"no host":      {url: "http:///path"},
		"port":         {url: "http://127.0.0.1:99999"},
		"header value": {url: "http://127.0.0.1:1", header: http.Header{"X": {"a\nb"}}},
		"header name":  {url: "http://127.0.0.1:1", header: http.Header{"a b": {"c"}}},
		"NXDOMAIN": {url: "http://nowhere.invalid", base: roundTripper(func(*http.Request) (*http.Response, error) {
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: notFound}
		})},
	} {
		calls := 0
		if tc.base == nil {
			tc.base = &http.Transport{}
		}
		counting := roundTripper(func(r *http.Request) (*http.Response, error) { calls++; return tc.base.RoundTrip(r) })
		req := request(t, "GET", tc.url, nil)
		for k, v := range tc.header {
			req.Header[k] = v
		}
		_, err := (&retryhttp.Transport{Base: counting, Policy: quick}).RoundTrip(req)
		if err == nil || calls != 1 {
			t.Errorf("%s: %d attempts, %v", name, calls, err)
		}
	}
}

// Nothing of a request was sent where nobody took the connection.
func TestRefusedPostIsRepeated(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	dials := 0
	base := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		dials++
		return new(net.Dialer).DialContext(ctx, network, addr)
	}}
	_, err = client(t, &retryhttp.Transport{Base: base, Policy: quick}).Post("http://"+l.Addr().String(), "text/plain", strings.NewReader("x"))
	if !errors.Is(err, syscall.ECONNREFUSED) || dials != 3 {
		t.Errorf("%d dials, %v", dials, err)
	}
}

// trailing sets a trailer when it has been read, as net/http lets bodies do.
type trailing struct {
	io.Reader
	trailer http.Header
}

func (b *trailing) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		b.trailer.Set("Sum", "42")
	}
	return n, err
}

func (b *trailing) Close() error { return nil }

func TestTrailersOfRepeats(t *testing.T) {
	var mu sync.Mutex
	var sums []string
	s := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		sums = append(sums, r.Trailer.Get("Sum"))
		mu.Unlock()
		burst(1, 503)(n, w, r)
	})
	req := request(t, "PUT", s.URL, nil)
	req.Trailer = http.Header{"Sum": nil}
	req.GetBody = func() (io.ReadCloser, error) {
		return &trailing{strings.NewReader("data"), req.Trailer}, nil
	}
	req.Body, _ = req.GetBody()
	req.ContentLength = -1
	// The first attempt ends before its body was read.
	calls := 0
	base := &http.Transport{}
	defer base.CloseIdleConnections()
	transport := &retryhttp.Transport{Policy: quick, Base: roundTripper(func(r *http.Request) (*http.Response, error) {
		if calls++; calls == 1 {
			r.Body.Close()
			return nil, io.ErrUnexpectedEOF
		}
		return base.RoundTrip(r)
	})}
	resp, err := transport.RoundTrip(req)
	wantAnswer(t, resp, err, 200, "answer 2")
	mu.Lock()
	defer mu.Unlock()
	if got := fmt.Sprint(sums); got != "[42 42]" {
		t.Errorf("trailers %v", got)
	}
}

func TestBaseWithoutAnswer(t *testing.T) {
	base := roundTripper(func(*http.Request) (*http.Response, error) { return nil, nil })
	resp, err := (&retryhttp.Transport{Base: base, Policy: quick}).RoundTrip(request(t, "GET", "http://example.com", nil))
	if err == nil || resp != nil {
		t.Errorf("got %v, %v, want an error", resp, err)
	}
}

// A date is counted from when the response was made, which is Date, and Age
// before now (RFC 9110, section 10.2.3; RFC 9111, section 4.2.3).
func TestRetryAfterDateOfACachedResponse(t *testing.T) {
	h := http.Header{
		"Retry-After": {"Wed, 04 Mar 2026 15:02:00 GMT"},
		"Date":        {"Wed, 04 Mar 2026 15:00:00 GMT"},
		"Age":         {"90"},
	}
	if got, ok := retryhttp.ParseRetryAfter(h, noon); got != 30*time.Second || !ok {
		t.Errorf("got %v, want the 30 s that are left", got)
	}
}

// Draining takes time, which counts: no attempt starts beyond MaxElapsed.
func TestDrainingCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var at []time.Duration
		base := roundTripper(func(*http.Request) (*http.Response, error) {
			at = append(at, time.Since(start))
			return &http.Response{StatusCode: 503, Body: &slowBody{}}, nil
		})
		policy := retry.Policy{MaxAttempts: 9, MaxElapsed: 50 * time.Millisecond, BaseDelay: 10 * time.Millisecond, Jitter: retry.NoJitter}
		(&retryhttp.Transport{Base: base, Policy: policy}).RoundTrip(request(t, "GET", "http://example.com", nil))
		for _, at := range at {
			if at > policy.MaxElapsed {
				t.Errorf("attempt at %v with MaxElapsed %v", at, policy.MaxElapsed)
			}
		}
		time.Sleep(time.Second)
	})
}

// slowBody takes 80 ms to end.
type slowBody struct{}

func (*slowBody) Read([]byte) (int, error) { time.Sleep(80 * time.Millisecond); return 0, io.EOF }
func (*slowBody) Close() error             { return nil }
