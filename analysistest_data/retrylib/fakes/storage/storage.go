// Package storage declares what the test needs of the real one, as in v1.70.0.
package storage

type RetryOption interface{ apply() }

type errorFunc struct{ shouldRetry func(error) bool }

func (errorFunc) apply() {}

func WithErrorFunc(shouldRetry func(err error) bool) RetryOption { return errorFunc{shouldRetry} }

func ShouldRetry(err error) bool { return err != nil }
