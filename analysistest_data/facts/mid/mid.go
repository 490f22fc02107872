// want package:`^\{package mid \("facts/mid"\) Always retries its parameter 0 \(attempts 0, constant, jitter no, bound \) Dial retries \(attempts 4, mid\.Dial\) Get retries its parameter 2 \(attempts 0, exponential, jitter yes, bound attempts\|ctx\) WithRetry retries its parameter 1 \(attempts 4, constant, jitter no, bound attempts\)\}$`

// Package mid hands on to the retriers of package low.
package mid

import (
	"context"
	"net"

	"facts/low"
)

// WithRetry hands on its parameter.
func WithRetry(name string, connect func() error) error { return low.Do(connect) }

// Get hands on its parameter, the number of attempts and the context.
func Get(ctx context.Context, tries int, get func(context.Context) (string, error)) (string, error) {
	return low.Times(ctx, tries, get)
}

// Always has no end.
func Always(op func() error) { low.Forever(op) }

// Dial retries by itself.
func Dial(addr string) (conn net.Conn, err error) {
	err = low.Do(func() error {
		conn, err = net.Dial("tcp", addr)
		return err
	})
	return conn, err
}

// New hands out a type of package low.
func New() low.Client { return low.Client{} }
