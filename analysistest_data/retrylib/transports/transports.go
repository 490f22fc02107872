// Package transports replaces and bypasses what retries.
package transports

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

type logged struct{ next http.RoundTripper }

func (l *logged) RoundTrip(r *http.Request) (*http.Response, error) { return l.next.RoundTrip(r) }

func replaced() *http.Client {
	c := retryablehttp.NewClient().StandardClient()
	c.Transport = &logged{next: http.DefaultTransport} // want `this Transport takes the place of the one that retries: nothing is retried any more`
	return c
}

func wrapped() *http.Client {
	c := retryablehttp.NewClient().StandardClient()
	c.Transport = &logged{next: c.Transport}
	return c
}

func inside() *http.Client {
	r := retryablehttp.NewClient()
	r.HTTPClient.Transport = &logged{next: http.DefaultTransport}
	return r.StandardClient()
}

func bypassed(url string) (*http.Response, error) {
	r := retryablehttp.NewClient() // want `of this client only HTTPClient is used, which sends a request once: what is set up here never retries`
	r.RetryMax = 10
	r.HTTPClient.Timeout = time.Minute
	return r.HTTPClient.Get(url)
}

func handed(use func(*http.Client)) {
	r := retryablehttp.NewClient() // want `of this client only HTTPClient is used`
	use(r.HTTPClient)
}

// once sends a request that is not to be retried, by a client that others retry by.
func once(r *retryablehttp.Client, url string) (*http.Response, error) {
	return r.HTTPClient.Get(url)
}

func both(use func(*http.Client)) {
	r := retryablehttp.NewClient()
	use(r.HTTPClient)
	use(r.StandardClient())
}

func used(url string) (*http.Response, error) {
	r := retryablehttp.NewClient()
	return r.Get(url)
}

func twice(a, b http.RoundTripper) *http.Client {
	c := &http.Client{Transport: &logged{next: a}}
	c.Transport = &logged{next: b} // want `this Transport takes the place of &logged{next: a}, which was set before and is lost`
	return c
}

func chained(a http.RoundTripper) *http.Client {
	c := &http.Client{Transport: a}
	c.Transport = &logged{next: c.Transport}
	return c
}
