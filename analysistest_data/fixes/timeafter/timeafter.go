// Package timeafter holds timeouts that start anew each round.
package timeafter

import (
	"errors"
	"time"
)

var errTimeout = errors.New("timeout")

func hoisted(ready func() bool) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if ready() {
				return nil
			}
		case <-time.After(time.Minute): // in all
			return errTimeout
		}
	}
}

func labelled(ready func() bool, timeout time.Duration) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
wait:
	for {
		select {
		case <-tick.C:
			if ready() {
				break wait
			}
		case <-time.After(timeout):
			return errTimeout
		}
	}
	return nil
}

// The timeout grows with the rounds.
func refusedChanging(ready func() bool) error {
	timeout := time.Second
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if ready() {
				return nil
			}
			timeout *= 2
		case <-time.After(timeout):
			return errTimeout
		}
	}
}

// The timeout depends on what only the loop knows.
func refusedLocal(ready func() time.Duration) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		left := ready()
		select {
		case <-tick.C:
		case <-time.After(left):
			return errTimeout
		}
	}
}
