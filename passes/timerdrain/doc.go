// Package timerdrain reports drains of timers that block for ever.
//
// # Analyzer timerdrain
//
// timerdrain: report a Stop and a drain of a timer's channel that was received from already, which blocks for ever
//
// A timer is stopped, and where Stop returns false its channel is drained, but on
// the way there the channel was received from, or drained, and the timer was not
// set again since. Stop then returns false, because the timer has expired, and the
// drain waits for a value that was taken long ago. A drain in a deferred function
// and one in a function that is handed the timer count too.
//
// # Why it hurts
//
// The goroutine stands still for as long as the process lives, and no context and
// no timeout ends it, as the drain listens to nothing else. It happens in the very
// first round after the timer fired, so a worker that waits by such a timer works
// exactly once. "If the program has already received a value from t.C, the timer
// is known to have expired and the channel drained, so t.Reset can be used
// directly" (documentation of Timer.Reset until Go 1.22). From Go 1.23 on no drain
// is needed at all: "any receive from t.C after Stop has returned is guaranteed to
// block" (https://pkg.go.dev/time#Timer.Stop).
//
// # Before and after
//
// Before:
//
//	func poll(ctx context.Context, db *sql.DB) error {
//		t := time.NewTimer(time.Second)
//		defer t.Stop()
//		for {
//			select {
//			case <-t.C:
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//			if err := db.PingContext(ctx); err == nil {
//				return nil
//			}
//			if !t.Stop() {
//				<-t.C
//			}
//			t.Reset(time.Second + rand.N(time.Second))
//		}
//	}
//
// After, with rand from math/rand/v2:
//
//	func poll(ctx context.Context, db *sql.DB) error {
//		t := time.NewTimer(time.Second)
//		defer t.Stop()
//		for {
//			select {
//			case <-t.C:
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//			if err := db.PingContext(ctx); err == nil {
//				return nil
//			}
//			t.Reset(time.Second + rand.N(time.Second))
//		}
//	}
//
// Remedy: leave the drain out, as nothing needs it from Go 1.23 on, or give it a
// default case as the fix does.
//
// # What is never reported
//
// A drain whose timer no way there has received from, as in the usual case for a
// context that is done. A drain by a select that has a default. A drain that a
// flag guards which the case of the receive sets. Timers that other functions set
// again.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore timerdrain another goroutine sends on this channel
package timerdrain
