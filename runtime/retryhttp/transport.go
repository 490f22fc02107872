// Package retryhttp retries HTTP requests that are safe to repeat.
//
//	client := &http.Client{Transport: &retryhttp.Transport{}}
//
// It is apart from package retry because net/http makes a program some
// megabytes larger.
package retryhttp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// Transport is an [http.RoundTripper] that sends a request again when that is
// safe and promising. The zero value works. It is safe for concurrent use; its
// fields must not change after first use.
//
// Safe is a request with an idempotent method (GET, HEAD, OPTIONS, TRACE, PUT,
// DELETE: RFC 9110, section 9.2.2, https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2),
// or with an Idempotency-Key or X-Idempotency-Key header, whose value is the
// same in all attempts. As in net/http, a key that is in the header map without
// a value marks the request as idempotent and is not sent. If there is a body,
// it is rewound with Request.GetBody, and without GetBody sent once only.
//
// Promising are the status codes 408, 425, 429, 500, 502, 503 and 504, and all
// errors but those of a certificate or a server that does not speak TLS.
//
// The last response is returned as it came, its body unread, and a response
// that is dropped is drained, within limits, so that its connection serves
// the next attempt. An error is what [retry.Do] returns. An error while the
// caller reads a body is the caller's: the response is out of the
// Transport's hands.
type Transport struct {
	// Base sends each attempt; nil means http.DefaultTransport.
	Base http.RoundTripper
	// Policy says how often and how fast. Its errors are those of Base, and a
	// [*StatusError] for a response. MaxRetryAfter is also for a response's
	// Retry-After: asked to wait longer, Transport returns the response.
	Policy retry.Policy
	// Budgets are used if Policy.Budget is nil: one for each host (and port)
	// that requests go to.
	Budgets retry.Budgets[string]
}

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	c := call{base: t.base(), req: req, repeatable: repeatable(req)}
	p := t.Policy
	if p.Budget == nil && req.URL != nil {
		p.Budget = t.Budgets.For(req.URL.Host)
	}
	p.OnRetry = func(ctx context.Context, e retry.Event) {
		c.drop()
		if t.Policy.OnRetry != nil {
			t.Policy.OnRetry(ctx, e)
		}
	}
	err := retry.Do(req.Context(), p, c.attempt)
	if c.attempts == 0 && req.Body != nil {
		req.Body.Close() // RoundTrip must, whatever happens
	}
	if c.resp != nil {
		return c.resp, nil
	}
	return nil, err
}

// CloseIdleConnections closes those of Base, for [http.Client.CloseIdleConnections].
func (t *Transport) CloseIdleConnections() {
	if base, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		base.CloseIdleConnections()
	}
}

func (t *Transport) base() http.RoundTripper {
	if t.Base == nil {
		return http.DefaultTransport
	}
	return t.Base
}

// StatusError is a response that is worth another attempt, as seen by
// Policy.RetryIf and Policy.OnRetry.
type StatusError struct {
	StatusCode int
	After      time.Duration // what Retry-After asked for; 0 without
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("server answered %d %s", e.StatusCode, http.StatusText(e.StatusCode))
}

// RetryAfter makes [retry.Do] wait for at least After.
func (e *StatusError) RetryAfter() time.Duration { return e.After }

// RetryLabel is what [retry.Event.Label] returns: "http_503" and the like.
func (e *StatusError) RetryLabel() string { return fmt.Sprintf("http_%d", e.StatusCode) }

// call is one RoundTrip.
type call struct {
	base       http.RoundTripper
	req        *http.Request
	repeatable bool
	attempts   int
	resp       *http.Response // of the last attempt, until it is dropped
}

func (c *call) attempt(ctx context.Context) error {
	req, err := c.request(ctx)
	if err != nil {
		return retry.Permanent(err)
	}
	resp, err := c.base.RoundTrip(req)
	if err == nil {
		c.resp, err = resp, statusError(resp)
	}
	if err != nil && (!c.repeatable || hopeless(err)) {
		return retry.Permanent(err)
	}
	return err
}

// request is what the next attempt sends: at first the caller's own request,
// then a copy with a fresh body, for the body of the attempt before may still
// be in use by a connection that answered early.
func (c *call) request(ctx context.Context) (*http.Request, error) {
	c.attempts++
	if c.attempts == 1 {
		return c.req, nil
	}
	req := c.req.Clone(ctx)
	if c.req.GetBody == nil {
		return req, nil
	}
	body, err := c.req.GetBody()
	if err != nil {
		return nil, fmt.Errorf("rewinding the request body: %w", err)
	}
	req.Body = body
	return req, nil
}

const (
	drainBytes = 64 << 10
	drainTime  = 100 * time.Millisecond
)

// drop reads and closes the last response, before the wait and not after it so
// that the connection is free meanwhile. A body that is long or slow is not
// worth its connection: net/http bears a Close during a Read.
func (c *call) drop() {
	resp := c.resp
	c.resp = nil
	if resp == nil || resp.Body == nil {
		return
	}
	body := resp.Body
	timer := time.AfterFunc(drainTime, func() { body.Close() })
	defer timer.Stop()
	defer body.Close()
	io.CopyN(io.Discard, body, drainBytes)
}

func repeatable(req *http.Request) bool {
	if req.Body != nil && req.Body != http.NoBody && req.GetBody == nil {
		return false
	}
	switch req.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	_, key := req.Header["Idempotency-Key"]
	_, xkey := req.Header["X-Idempotency-Key"]
	return key || xkey
}

// statusError is a *StatusError for a response worth another attempt.
func statusError(resp *http.Response) error {
	switch resp.StatusCode {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
		http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		after, _ := ParseRetryAfter(resp.Header, time.Now())
		return &StatusError{StatusCode: resp.StatusCode, After: after}
	}
	return nil
}

// hopeless reports whether err can't heal by itself.
func hopeless(err error) bool {
	var cert *tls.CertificateVerificationError
	var notTLS tls.RecordHeaderError // http.Client makes it http.ErrSchemeMismatch
	return errors.As(err, &cert) || errors.As(err, &notTLS)
}
