package retryhttp_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryhttp"
)

// quick is a policy that does not make the tests wait.
var quick = retry.Policy{BaseDelay: time.Millisecond, MaxDelay: time.Millisecond}

// onWait observes waits only.
func onWait(f func(retry.Event)) retry.Observer {
	return retry.ObserverFunc(func(_ context.Context, e retry.Event) {
		if e.Kind == retry.Waiting {
			f(e)
		}
	})
}

// received is a request as the server saw it.
type received struct {
	method, path, body, key, conn string
}

// server is a real server on loopback that notes what it receives.
type server struct {
	*httptest.Server
	mu   sync.Mutex
	seen []received
}

// serve answers the n-th request, counted from 1, with answer.
func serve(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request)) *server {
	return serveWith(t, answer, (*httptest.Server).Start)
}

func serveWith(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request), start func(*httptest.Server)) *server {
	s := new(server)
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.seen = append(s.seen, received{r.Method, r.URL.Path, string(body), r.Header.Get("Idempotency-Key"), r.RemoteAddr})
		n := len(s.seen)
		s.mu.Unlock()
		answer(n, w, r)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	start(s.Server)
	t.Cleanup(s.Close)
	return s
}

func (s *server) requests() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

func (s *server) wantRequests(t *testing.T, n int) {
	t.Helper()
	if got := len(s.requests()); got != n {
		t.Errorf("the server received %d requests, want %d", got, n)
	}
}

// client retries over connections of its own, closed when the test ends.
func client(t *testing.T, transport *retryhttp.Transport) *http.Client {
	if transport.Base == nil {
		transport.Base = &http.Transport{}
	}
	c := &http.Client{Transport: transport}
	t.Cleanup(c.CloseIdleConnections)
	return c
}

// burst answers the first n requests with the status, and later ones with 200.
func burst(n, status int) func(int, http.ResponseWriter, *http.Request) {
	return func(i int, w http.ResponseWriter, _ *http.Request) {
		if i <= n {
			w.WriteHeader(status)
		}
		fmt.Fprintf(w, "answer %d", i)
	}
}

func wantAnswer(t *testing.T, resp *http.Response, err error, status int, body string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != status || string(got) != body {
		t.Errorf("got %d %q, %v, want %d %q", resp.StatusCode, got, err, status, body)
	}
}

func request(t *testing.T, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func TestBurst(t *testing.T) {
	s := serve(t, burst(2, 503))
	resp, err := client(t, &retryhttp.Transport{Policy: quick}).Get(s.URL)
	wantAnswer(t, resp, err, 200, "answer 3")
	seen := s.requests()
	if len(seen) != 3 || seen[0].conn != seen[2].conn {
		t.Errorf("requests %v, want 3 on one connection: dropped responses must be drained", seen)
	}
}

func TestLastResponseIsReadable(t *testing.T) {
	s := serve(t, burst(99, 503))
	resp, err := client(t, &retryhttp.Transport{Policy: quick}).Get(s.URL)
	wantAnswer(t, resp, err, 503, "answer 3")
	s.wantRequests(t, 3)
}

func TestStatusCodes(t *testing.T) {
	s := serve(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		var status int
		fmt.Sscanf(r.URL.Path, "/%d", &status)
		w.WriteHeader(status)
	})
	var retried []int
	c := client(t, &retryhttp.Transport{Policy: retry.Policy{MaxAttempts: 2, BaseDelay: -1}})
	sent := 0
	for status := 200; status < 600; status++ {
		if status >= 300 && status < 400 {
			continue
		}
		resp, err := c.Get(fmt.Sprint(s.URL, "/", status))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		now := len(s.requests())
		if now-sent == 2 {
			retried = append(retried, status)
		}
		sent = now
	}
	if want := []int{408, 425, 429, 500, 502, 503, 504}; !slices.Equal(retried, want) {
		t.Errorf("retried %v, want %v", retried, want)
	}
}

func TestOnlyRepeatableRequests(t *testing.T) {
	for _, tc := range []struct {
		name, method string
		header       http.Header
		want         int
	}{
		{"GET", "GET", nil, 3}, {"HEAD", "HEAD", nil, 3}, {"OPTIONS", "OPTIONS", nil, 3},
		{"TRACE", "TRACE", nil, 3}, {"PUT", "PUT", nil, 3}, {"DELETE", "DELETE", nil, 3},
		{"POST", "POST", nil, 1}, {"PATCH", "PATCH", nil, 1}, {"CONNECT-like", "LOCK", nil, 1},
		{"POST with key", "POST", http.Header{"Idempotency-Key": {"k1"}}, 3},
		{"PATCH with X-key", "PATCH", http.Header{"X-Idempotency-Key": {"k1"}}, 3},
		{"POST with unsent key", "POST", http.Header{"Idempotency-Key": nil}, 1},
	} {
		s := serve(t, burst(99, 503))
		req := request(t, tc.method, s.URL, nil)
		if tc.header != nil {
			req.Header = tc.header
		}
		resp, err := client(t, &retryhttp.Transport{Policy: quick}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := len(s.requests()); got != tc.want || resp.StatusCode != 503 {
			t.Errorf("%s: %d attempts, want %d; status %d", tc.name, got, tc.want, resp.StatusCode)
		}
	}
}

func TestBodyAndKeyStayTheSame(t *testing.T) {
	s := serve(t, burst(2, 502))
	req := request(t, "POST", s.URL, strings.NewReader("order 17"))
	req.Header.Set("Idempotency-Key", "k17")
	before := req.Clone(req.Context())
	resp, err := client(t, &retryhttp.Transport{Policy: quick}).Do(req)
	wantAnswer(t, resp, err, 200, "answer 3")
	seen := s.requests()
	for i, got := range seen {
		if got.body != "order 17" || got.key != "k17" {
			t.Errorf("attempt %d: %+v", i+1, got)
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d attempts", len(seen))
	}
	if req.Body != before.Body || !maps.EqualFunc(req.Header, before.Header, slices.Equal) {
		t.Error("the caller's request was changed")
	}
}

func TestConnectionClosedWithoutAnswer(t *testing.T) {
	s := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n < 3 {
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, "at last")
	})
	// Without keep-alive net/http itself does not retry.
	base := &http.Transport{DisableKeepAlives: true}
	resp, err := client(t, &retryhttp.Transport{Base: base, Policy: quick}).Get(s.URL)
	wantAnswer(t, resp, err, 200, "at last")
	s.wantRequests(t, 3)
}

func TestConnectionClosedOnPost(t *testing.T) {
	s := serve(t, func(int, http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	_, err := client(t, &retryhttp.Transport{Policy: quick}).Post(s.URL, "text/plain", strings.NewReader("x"))
	if !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
	s.wantRequests(t, 1)
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	var events []retry.Event
	policy := quick
	policy.Observer = onWait(func(e retry.Event) { events = append(events, e) })
	_, err = client(t, &retryhttp.Transport{Policy: policy}).Get("http://" + l.Addr().String())
	var stopped *retry.Error
	var op *net.OpError
	if !errors.As(err, &stopped) || stopped.Attempts != 3 || !errors.As(err, &op) || len(events) != 2 {
		t.Errorf("got %v after %d retries", err, len(events))
	}
}

func TestRedirects(t *testing.T) {
	for _, tc := range []struct {
		status int
		method string
		want   []string
	}{
		{302, "GET", []string{"GET /", "GET /", "GET /target", "GET /target"}},
		{303, "PUT", []string{"PUT / x", "PUT / x", "GET /target", "GET /target"}},
		{307, "PUT", []string{"PUT / x", "PUT / x", "PUT /target x", "PUT /target x"}},
	} {
		s := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
			switch {
			case n%2 == 1:
				w.WriteHeader(503)
			case r.URL.Path == "/":
				http.Redirect(w, r, "/target", tc.status)
			default:
				fmt.Fprint(w, "here")
			}
		})
		var payload io.Reader
		if tc.method == "PUT" {
			payload = strings.NewReader("x")
		}
		resp, err := client(t, &retryhttp.Transport{Policy: quick}).Do(request(t, tc.method, s.URL, payload))
		wantAnswer(t, resp, err, 200, "here")
		var got []string
		for _, r := range s.requests() {
			got = append(got, strings.TrimSpace(fmt.Sprint(r.method, " ", r.path, " ", r.body)))
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%d: received %q, want %q", tc.status, got, tc.want)
		}
	}
}

func startHTTP2(s *httptest.Server) {
	s.EnableHTTP2 = true
	s.StartTLS()
}

func TestHTTP2(t *testing.T) {
	s := serveWith(t, func(n int, w http.ResponseWriter, r *http.Request) {
		switch {
		case r.ProtoMajor != 2:
			w.WriteHeader(400)
		case n == 1:
			w.WriteHeader(503)
			fmt.Fprint(w, "busy")
		case n == 2:
			panic(http.ErrAbortHandler) // a stream error
		case n == 3:
			w.WriteHeader(503) // whose stream is then reset in mid-body
			fmt.Fprint(w, "busy")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		default:
			fmt.Fprint(w, "fine")
		}
	}, startHTTP2)
	policy := quick
	policy.MaxAttempts = 4
	transport := &retryhttp.Transport{Base: s.Client().Transport, Policy: policy}
	resp, err := client(t, transport).Do(request(t, "PUT", s.URL, strings.NewReader("over h2")))
	wantAnswer(t, resp, err, 200, "fine")
	for i, r := range s.requests() {
		if r.body != "over h2" {
			t.Errorf("attempt %d: %+v", i+1, r)
		}
	}
	s.wantRequests(t, 4)
}

func TestCertificateErrorsAreFinal(t *testing.T) {
	s := serveWith(t, burst(0, 0), (*httptest.Server).StartTLS)
	dials := 0
	base := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		dials++
		return new(net.Dialer).DialContext(ctx, network, addr)
	}}
	_, err := client(t, &retryhttp.Transport{Base: base, Policy: quick}).Get(s.URL)
	var cert *tls.CertificateVerificationError
	if !errors.As(err, &cert) || dials != 1 {
		t.Errorf("%d dials, %v", dials, err)
	}
}

func TestPlainServerIsFinal(t *testing.T) {
	s := serve(t, burst(0, 0))
	retries := 0
	policy := quick
	policy.Observer = onWait(func(retry.Event) { retries++ })
	_, err := client(t, &retryhttp.Transport{Policy: policy}).Get(strings.Replace(s.URL, "http:", "https:", 1))
	if !errors.Is(err, http.ErrSchemeMismatch) || retries != 0 {
		t.Errorf("%d retries, %v", retries, err)
	}
}

func TestCancelledDuringWait(t *testing.T) {
	s := serve(t, burst(99, 503))
	ctx, cancel := context.WithCancelCause(t.Context())
	errStop := errors.New("stop")
	policy := retry.Policy{BaseDelay: time.Hour, MaxDelay: -1, Jitter: retry.NoJitter}
	policy.Observer = onWait(func(retry.Event) { time.AfterFunc(5*time.Millisecond, func() { cancel(errStop) }) })
	_, err := client(t, &retryhttp.Transport{Policy: policy}).Do(request(t, "GET", s.URL, nil).WithContext(ctx))
	var status *retryhttp.StatusError
	if !errors.Is(err, context.Canceled) || !errors.Is(err, errStop) || !errors.As(err, &status) || status.StatusCode != 503 {
		t.Errorf("got %v", err)
	}
	s.wantRequests(t, 1)
}

// http.Client.Timeout bounds all attempts together, and its errors stay timeouts.
func TestClientTimeout(t *testing.T) {
	s := serve(t, func(n int, w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	c := client(t, &retryhttp.Transport{Policy: quick})
	c.Timeout = 300 * time.Millisecond
	_, err := c.Get(s.URL)
	var u *url.Error
	if !errors.As(err, &u) || !u.Timeout() || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	s.wantRequests(t, 1)
}

// roundTripper is a transport without a network, for what needs virtual time.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func response(status int, header http.Header) *http.Response {
	return &http.Response{StatusCode: status, Header: header, Body: http.NoBody}
}

func TestHonoursRetryAfter(t *testing.T) {
	for _, form := range []func() string{
		func() string { return "7" },
		func() string { return time.Now().Add(7 * time.Second).UTC().Format(http.TimeFormat) },
		func() string { return time.Now().Add(7 * time.Second).UTC().Format(time.ANSIC) },
	} {
		for _, status := range []int{429, 503} {
			synctest.Test(t, func(t *testing.T) {
				start, calls := time.Now(), 0
				transport := &retryhttp.Transport{
					Policy: retry.Policy{Jitter: retry.NoJitter},
					Base: roundTripper(func(r *http.Request) (*http.Response, error) {
						if calls++; calls == 1 {
							return response(status, http.Header{"Retry-After": {form()}}), nil
						}
						return response(200, nil), nil
					}),
				}
				resp, err := transport.RoundTrip(request(t, "GET", "http://example.com", nil))
				if err != nil || resp.StatusCode != 200 {
					t.Error(resp, err)
				}
				if waited := time.Since(start); waited != 7100*time.Millisecond {
					t.Errorf("waited %v, want the 7 s asked for and the policy's 100 ms", waited)
				}
			})
		}
	}
}

func TestRetryAfterAboveTheLimit(t *testing.T) {
	for _, value := range []string{"61", "9223372037", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"} {
		s := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", value)
			w.WriteHeader(503)
			fmt.Fprint(w, "come back later")
		})
		resp, err := client(t, &retryhttp.Transport{}).Get(s.URL)
		wantAnswer(t, resp, err, 503, "come back later")
		s.wantRequests(t, 1)
	}
}

func TestWhatHooksAndLowerLayersSee(t *testing.T) {
	var attempts []int
	var events []retry.Event
	transport := &retryhttp.Transport{
		Policy: retry.Policy{BaseDelay: -1, Observer: onWait(func(e retry.Event) { events = append(events, e) })},
		Base: roundTripper(func(r *http.Request) (*http.Response, error) {
			attempts = append(attempts, retry.PreviousAttempts(r.Context()))
			return response(504, nil), nil
		}),
	}
	if _, err := transport.RoundTrip(request(t, "GET", "http://example.com", nil)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(attempts, []int{0, 1, 2}) {
		t.Errorf("attempts %v", attempts)
	}
	if len(events) != 2 || events[0].Label() != "http_504" || events[0].Err.Error() != "server answered 504 Gateway Timeout" {
		t.Errorf("events %v", events)
	}
}

func TestClassifyNarrows(t *testing.T) {
	s := serve(t, burst(99, 500))
	policy := quick
	policy.Classify = func(err error) (d retry.Decision) {
		var status *retryhttp.StatusError
		if errors.As(err, &status) && status.StatusCode == 500 {
			d.Class = retry.GiveUp
		}
		return d
	}
	resp, err := client(t, &retryhttp.Transport{Policy: policy}).Get(s.URL)
	wantAnswer(t, resp, err, 500, "answer 1")
}

// A RoundTripper in tests often leaves the body out.
func TestNilResponseBody(t *testing.T) {
	calls := 0
	transport := &retryhttp.Transport{Policy: quick, Base: roundTripper(func(*http.Request) (*http.Response, error) {
		calls++
		return &http.Response{StatusCode: 503}, nil
	})}
	resp, err := transport.RoundTrip(request(t, "GET", "http://example.com", nil))
	if err != nil || resp.StatusCode != 503 || calls != 3 {
		t.Errorf("%v, %v after %d calls", resp, err, calls)
	}
}

func TestRequestWithoutURL(t *testing.T) {
	if _, err := (&retryhttp.Transport{Policy: quick}).RoundTrip(&http.Request{Method: "POST"}); err == nil {
		t.Error("want net/http's error")
	}
}
