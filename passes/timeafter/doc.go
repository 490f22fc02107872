// Package timeafter reports time.After in loops where it is really wrong.
//
// # Analyzer timeafter
//
// timeafter: report a total timeout that starts anew each round of a loop, or a timer left behind by each round
//
// A call of time.After in a loop is right in most cases, as one that passes the
// delay between two attempts. It is wrong in two.
//
// The total timeout that starts anew: a case that receives from time.After ends
// the loop, while another case, of a ticker or a default, leads to the next
// round, which makes a new timer. As long as rounds are shorter than the
// timeout, it is never over. This holds for every version of Go.
//
// The timer left behind: in a file whose Go version is below 1.23, the timer of a
// round that another case ended lives on until it fires. The go line of go.mod
// says the version; a build constraint can raise it, but not lower it.
//
// # Why it hurts
//
// A deadline that never comes is a loop without end at the very time when the
// deadline was wanted. The timers left behind cost memory, a few hundred bytes
// each, for as long as the timeout is: the documentation of time.After says
// that before Go 1.23 "the underlying Timer would not be recovered by the garbage
// collector until the timer fired" (https://pkg.go.dev/time#After). From Go 1.23
// on they are collected at once, and this check says nothing of them.
//
// # Before and after
//
// Before:
//
//	func waitReady(ready func() bool) error {
//		tick := time.NewTicker(time.Second)
//		defer tick.Stop()
//		for {
//			select {
//			case <-tick.C:
//				if ready() {
//					return nil
//				}
//			case <-time.After(time.Minute):
//				return errors.New("not ready within a minute")
//			}
//		}
//	}
//
// After:
//
//	func waitReady(ready func() bool) error {
//		tick := time.NewTicker(time.Second)
//		defer tick.Stop()
//		timeout := time.After(time.Minute)
//		for {
//			select {
//			case <-tick.C:
//				if ready() {
//					return nil
//				}
//			case <-timeout:
//				return errors.New("not ready within a minute")
//			}
//		}
//	}
//
// The timer left behind is made by time.NewTimer before the select, and stopped
// in the other cases.
//
// Remedy: start a total timeout once, before the loop; stop the timer of a round
// when another case comes first.
//
// # What is never reported
//
// A select on time.After(delay) and a context: in files of Go 1.23 and later, and
// below where all other cases leave the loop, so that no more than one timer is
// ever left. A
// timeout that a message restarts on purpose, as one for "nothing heard for a
// minute": only a ticker or a default counts as a case that comes at its own
// pace.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore timeafter the loop has at most three rounds
package timeafter
