// Package retryhttp retries HTTP requests that are safe to repeat.
//
//	client := &http.Client{Transport: &retryhttp.Transport{}}
//
// It is apart from package retry because net/http makes a program some
// megabytes larger.
package retryhttp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/retryvet/retryvet/runtime/internal/mark"
	"github.com/retryvet/retryvet/runtime/retry"
)

// Transport is an [http.RoundTripper] that sends a request again when that is
// safe and promising. The zero value works. It is safe for concurrent use; its
// fields must not change after first use.
//
// Safe is a request with an idempotent method (GET, HEAD, OPTIONS, TRACE, PUT,
// DELETE: RFC 9110, section 9.2.2, https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2),
// or with an Idempotency-Key or X-Idempotency-Key header that is not empty and
// has the same value in all attempts
// (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
// Any request is safe to repeat that was never sent, because nobody took the
// connection, and as in net/http one with a key that is in the header map
// without a value, if there was no answer. If there is a body, it is rewound
// with Request.GetBody, and without GetBody sent once only.
//
// Promising are the status codes 408 (RFC 9110, section 15.5.9), 425 (RFC 8470,
// section 5.2, https://www.rfc-editor.org/rfc/rfc8470#section-5.2), 429 (RFC
// 6585, section 4, https://www.rfc-editor.org/rfc/rfc6585#section-4), 500, 502,
// 503 and 504 (RFC 9110, section 15.6), and all errors but those that cannot heal:
// of a certificate, of a server that does not speak TLS, of a host name that
// does not exist, of a URL or header that cannot be sent.
//
// The last response is returned as it came, its body unread; [Outcome] says how
// many attempts it took and why there was not another. A response that is
// dropped is drained, within limits, so that its connection serves the next
// attempt. An error is what [retry.Do] returns. An error while the caller reads
// a body is the caller's: the response is out of the Transport's hands.
type Transport struct {
	// Base sends each attempt; nil means http.DefaultTransport. It must end an
	// attempt, the reading of its body included, when the request's context is
	// done, as net/http does.
	Base http.RoundTripper
	// Policy says how often and how fast. Its errors are those of Base, and a
	// [*StatusError] for a response. MaxRetryAfter is also for a response's
	// Retry-After: asked to wait longer, Transport returns the response.
	// AttemptTimeout limits an attempt until its response's header is there.
	Policy retry.Policy
	// Budgets are used if Policy.Budget is nil: one for each host (and port)
	// that requests go to.
	Budgets retry.Budgets[string]
	// AttemptHeader is the name of a header that tells the server how many
	// attempts were made before, in all layers (see retry.PreviousAttempts).
	// First attempts do not have it. [CountAttempts] reads it. Empty means
	// that servers are not told.
	AttemptHeader string
}

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	c := call{transport: t, base: t.base(), req: req, repeatable: whenRepeatable(req)}
	p := t.Policy
	if p.Budget == nil && req.URL != nil {
		p.Budget = t.Budgets.For(req.URL.Host)
	}
	p.AttemptTimeout = 0 // an attempt's own context must last until the body is read
	p.Classify = c.classify
	c.top = *mark.Of(req.Context())
	c.top.Context, c.top.Waits = req.Context(), c.drop
	err := retry.Do(&c.top, p, c.attempt)
	if c.attempts == 0 && req.Body != nil {
		req.Body.Close() // RoundTrip must, whatever happens
	}
	if c.resp == nil {
		return nil, err
	}
	if c.attempts > 1 || err != nil {
		c.note(err)
	}
	return c.resp, nil
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
// Policy.Classify and Policy.Observer.
type StatusError struct {
	StatusCode int
	After      time.Duration // what the server asked to wait; 0 if it did not
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("server answered %d %s", e.StatusCode, http.StatusText(e.StatusCode))
}

// RetryAfter makes [retry.Do] wait for at least After.
func (e *StatusError) RetryAfter() time.Duration { return e.After }

// RetryLabel is what [retry.Event.Label] returns: "http_503" and the like.
func (e *StatusError) RetryLabel() string { return fmt.Sprintf("http_%d", e.StatusCode) }

// Outcome tells how a response came about that a [Transport] returned: how many
// attempts were made, and, if the response was worth another one, why there was
// not, such as [retry.ErrAttempts]. It is 1 and nil for a response that a first
// attempt brought and that was not to be repeated.
func Outcome(resp *http.Response) (attempts int, reason error) {
	if resp.Request != nil {
		if o, ok := resp.Request.Context().Value(outcomeKey{}).(outcome); ok {
			return o.attempts, o.reason
		}
	}
	return 1, nil
}

type outcomeKey struct{}

type outcome struct {
	attempts int
	reason   error
}

// CountAttempts makes a handler's requests tell [retry.PreviousAttempts] what
// Transport.AttemptHeader says, so that calls which the handler makes hand it on
// and observers see that attempts multiply. A header that is not a number
// counts as none.
func CountAttempts(header string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n, err := strconv.ParseUint(r.Header.Get(header), 10, 16); err == nil && n > 0 {
			r = r.WithContext(retry.WithPreviousAttempts(r.Context(), int(n)))
		}
		next.ServeHTTP(w, r)
	})
}

// call is one RoundTrip.
type call struct {
	transport  *Transport
	base       http.RoundTripper
	req        *http.Request
	repeatable repeatable
	attempts   int
	sent       *sentBody       // of the last attempt, if the request has trailers
	resp       *http.Response  // of the last attempt, until it is dropped
	ctx        context.Context // of the last attempt, until its body has been read
	end        context.CancelCauseFunc
	final      bool      // the last attempt must not be repeated
	top        mark.Mark // the context of all attempts
}

// classify asks the policy about what may be repeated. The error of what may
// not is the caller's as it is: http.Client looks at its type.
func (c *call) classify(err error) (d retry.Decision) {
	if ask := c.transport.Policy.Classify; ask != nil {
		d = ask(err)
	}
	if c.final {
		d.Class = retry.GiveUp
	}
	return d
}

func (c *call) attempt(ctx context.Context) error {
	c.attempts++
	if ctx == context.Context(&c.top) { // which is not for what is below
		ctx = c.req.Context()
	}
	c.ctx, c.end = context.WithCancelCause(ctx)
	req, err := c.request(c.ctx)
	if err != nil {
		c.end(nil)
		c.final = true
		return err
	}
	resp, err := c.send(req)
	if err != nil {
		c.end(nil)
		c.final = hopeless(err) || !c.repeatable.after(err)
		return err
	}
	if resp.Request == req {
		resp.Request = c.req // whose context outlives the body
	}
	c.resp = resp
	c.endWithBody()
	c.final = c.repeatable != always
	return statusError(resp)
}

// send makes an attempt that ends, if its header is not there by then, at the
// policy's AttemptTimeout.
func (c *call) send(req *http.Request) (*http.Response, error) {
	var timer *time.Timer
	if limit := c.transport.Policy.AttemptTimeout; limit > 0 {
		end := c.end
		timer = time.AfterFunc(limit, func() { end(retry.ErrAttemptTimeout) })
	}
	resp, err := c.base.RoundTrip(req)
	if timer != nil && !timer.Stop() {
		if err == nil && resp != nil && resp.Body != nil {
			resp.Body.Close() // its context is done
		}
		return nil, fmt.Errorf("%w after %v", retry.ErrAttemptTimeout, c.transport.Policy.AttemptTimeout)
	}
	if err == nil && resp == nil {
		err = errors.New("the transport gave neither a response nor an error")
	}
	return resp, err
}

// note keeps with the response why there is not another attempt.
func (c *call) note(err error) {
	o := outcome{attempts: c.attempts}
	if stopped, ok := err.(*retry.Error); ok {
		o.reason = stopped.Reason
	} else if err != nil {
		o.reason = retry.ErrGivenUp
	}
	req := c.resp.Request
	if req == nil {
		req = c.req
	}
	c.resp.Request = req.WithContext(context.WithValue(req.Context(), outcomeKey{}, o))
}
