// Package storage sets up the retries of Cloud Storage.
package storage

import (
	"errors"

	"cloud.google.com/go/storage"
)

var errLater = errors.New("later")

var (
	all  = storage.WithErrorFunc(func(error) bool { return true }) // want `this function says yes to every error`
	more = storage.WithErrorFunc(func(err error) bool { return storage.ShouldRetry(err) || errors.Is(err, errLater) })
)
