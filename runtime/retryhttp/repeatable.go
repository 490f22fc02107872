package retryhttp

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"
)

// repeatable is when a request may be sent again.
type repeatable int

const (
	never    repeatable = iota // its body is gone
	unsent                     // if nobody took the connection
	noAnswer                   // if there was no answer
	always
)

func whenRepeatable(req *http.Request) repeatable {
	if hasBody(req) && req.GetBody == nil {
		return never
	}
	switch req.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return always
	}
	when := unsent
	for _, name := range []string{"Idempotency-Key", "X-Idempotency-Key"} {
		key, ok := req.Header[name]
		if ok && len(key) > 0 && strings.TrimSpace(key[0]) != "" {
			return always
		}
		if ok {
			when = noAnswer // as in net/http, Request.isReplayable
		}
	}
	return when
}

// hasBody reports whether there is a body to send. GetBody does not count: a
// middleware that takes the body away leaves it.
func hasBody(req *http.Request) bool { return req.Body != nil && req.Body != http.NoBody }

// after reports whether a request may be sent again after an error.
func (r repeatable) after(err error) bool {
	return r >= noAnswer || r == unsent && notSent(err)
}

// notSent reports whether nothing of the request can have left: there was no
// connection to write to.
func notSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// statusError is a *StatusError for a response worth another attempt, else nil.
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

// unsendable are the beginnings of errors of net/http that have no type, about
// requests that it does not send (net/http of Go 1.26, transport.go roundTrip
// and badStringError).
var unsendable = []string{
	"unsupported protocol scheme",
	"http: no Host in request URL",
	"http: nil Request.URL",
	"http: nil Request.Header",
	"net/http: invalid header field",
	"net/http: invalid trailer field",
	"net/http: invalid method",
}

// hopeless reports whether err can't heal by itself.
func hopeless(err error) bool {
	var cert *tls.CertificateVerificationError
	var notTLS tls.RecordHeaderError // http.Client makes it http.ErrSchemeMismatch
	var addr *net.AddrError          // no such port, and the like
	var dns *net.DNSError
	if errors.As(err, &cert) || errors.As(err, &notTLS) || errors.As(err, &addr) || errors.As(err, &dns) && dns.IsNotFound {
		return true
	}
	text := err.Error()
	for _, beginning := range unsendable {
		if strings.HasPrefix(text, beginning) {
			return true
		}
	}
	return false
}
