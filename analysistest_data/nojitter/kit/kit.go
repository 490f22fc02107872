// Package kit hands out the back-offs of another package.
package kit

import (
	"time"

	"nojitter/delays"
)

// Backoff is a back-off.
type Backoff = delays.Decorrelated

// New makes one.
func New() *Backoff { return &Backoff{Base: time.Second, Limit: time.Minute} }
