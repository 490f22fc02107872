package retryhttp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryhttp"
)

// body counts its closes.
type body struct {
	io.Reader
	closes atomic.Int32
}

func (b *body) Close() error { b.closes.Add(1); return nil }

func TestBodyWithoutGetBodyIsSentOnce(t *testing.T) {
	s := serve(t, burst(99, 503))
	b := &body{Reader: strings.NewReader("once")}
	resp, err := client(t, &retryhttp.Transport{Policy: quick}).Do(request(t, "PUT", s.URL, b))
	wantAnswer(t, resp, err, 503, "answer 1")
	s.wantRequests(t, 1)
	if b.closes.Load() == 0 {
		t.Error("the body was not closed")
	}
}

// All bodies are closed: the caller's and those of GetBody.
func TestBodiesAreClosed(t *testing.T) {
	s := serve(t, burst(2, 503))
	first := &body{Reader: strings.NewReader("x")}
	bodies := []*body{first}
	req := request(t, "PUT", s.URL, first)
	req.GetBody = func() (io.ReadCloser, error) {
		b := &body{Reader: strings.NewReader("x")}
		bodies = append(bodies, b)
		return b, nil
	}
	resp, err := client(t, &retryhttp.Transport{Policy: quick}).Do(req)
	wantAnswer(t, resp, err, 200, "answer 3")
	if len(bodies) != 3 {
		t.Errorf("%d bodies, want 3", len(bodies))
	}
	for i, b := range bodies {
		if b.closes.Load() == 0 {
			t.Errorf("body %d was not closed", i+1)
		}
	}
}

func TestDeadContextClosesTheBody(t *testing.T) {
	s := serve(t, burst(0, 0))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := &body{Reader: strings.NewReader("x")}
	req := request(t, "PUT", s.URL, b).WithContext(ctx)
	_, err := (&retryhttp.Transport{Policy: quick}).RoundTrip(req)
	if !errors.Is(err, context.Canceled) || b.closes.Load() != 1 {
		t.Errorf("error %v, body closed %d times", err, b.closes.Load())
	}
	s.wantRequests(t, 0)
}

func TestGetBodyFails(t *testing.T) {
	s := serve(t, burst(99, 503))
	errLost := errors.New("file is gone")
	req := request(t, "PUT", s.URL, strings.NewReader("x"))
	req.GetBody = func() (io.ReadCloser, error) { return nil, errLost }
	if _, err := client(t, &retryhttp.Transport{Policy: quick}).Do(req); !errors.Is(err, errLost) {
		t.Errorf("got %v", err)
	}
	s.wantRequests(t, 1)
}

// A server that answers without reading the body leaves the connection writing
// it while the next attempt starts.
func TestEarlyAnswerToALargeBody(t *testing.T) {
	large := bytes.Repeat([]byte("0123456789abcdef"), 1<<17) // 2 MiB
	var n, whole atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) < 3 {
			w.WriteHeader(503)
			return
		}
		if got, err := io.ReadAll(r.Body); err == nil && bytes.Equal(got, large) {
			whole.Add(1)
		}
	}))
	defer s.Close()
	// A connection may break under the writer: allow for such attempts.
	policy := retry.Policy{MaxAttempts: 10, BaseDelay: time.Millisecond, MaxDelay: time.Millisecond}
	resp, err := client(t, &retryhttp.Transport{Policy: policy}).Do(request(t, "PUT", s.URL, bytes.NewReader(large)))
	wantAnswer(t, resp, err, 200, "")
	if whole.Load() != 1 {
		t.Errorf("the whole body arrived %d times", whole.Load())
	}
}

// A 503 whose body never ends must not hold up the next attempt.
func TestSlowBodyIsDropped(t *testing.T) {
	s := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n > 1 {
			fmt.Fprint(w, "quick")
			return
		}
		w.WriteHeader(503)
		fmt.Fprint(w, "a")
		w.(http.Flusher).Flush()
		<-r.Context().Done() // the client lets go
	})
	resp, err := client(t, &retryhttp.Transport{Policy: quick}).Get(s.URL)
	wantAnswer(t, resp, err, 200, "quick")
}

func TestLongBodyIsDropped(t *testing.T) {
	s := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n > 1 {
			fmt.Fprint(w, "short")
			return
		}
		w.WriteHeader(503)
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	})
	resp, err := client(t, &retryhttp.Transport{Policy: quick}).Get(s.URL)
	wantAnswer(t, resp, err, 200, "short")
}

// cut announces ten bytes, sends three and closes the connection.
func cut(w http.ResponseWriter, status int) {
	conn, buf, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(buf, "HTTP/1.1 %d x\r\nContent-Length: 10\r\n\r\nabc", status)
	buf.Flush()
	conn.Close()
}

func TestCutMidBody(t *testing.T) {
	s := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		cut(w, map[bool]int{true: 503, false: 200}[n == 1])
	})
	resp, err := client(t, &retryhttp.Transport{Policy: quick}).Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if resp.StatusCode != 200 || string(got) != "abc" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %d %q, %v: the caller must see that a body is cut", resp.StatusCode, got, err)
	}
	s.wantRequests(t, 2) // the cut 503 is retried, the cut 200 is the caller's
}
