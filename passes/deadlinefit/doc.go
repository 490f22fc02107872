// Package deadlinefit reports deadlines that cannot hold the attempts under them.
//
// # Analyzer deadlinefit
//
// deadlinefit: report a deadline that ends a retry before its second attempt, or before most of its attempts
//
// A function gives a retry a deadline of a constant time, by context.WithTimeout or by
// time.Now().Add. The wait before the second attempt takes as long or longer, or the
// timeout of a single attempt, derived from it, is no shorter. Or fewer than half of the
// attempts that are permitted fit into it: delays that grow count with the longest that
// they may be, up to their maximum and with all of their jitter, also those that a retry
// library has by default. The intervals and timeouts of k8s.io/apimachinery's pollers
// are compared too.
//
// # Why it hurts
//
// The code looks as if it tried again, and it never does. It fails at the first lost
// packet like code without a retry, and takes longer to do so, as it waits for an
// attempt that is not made. That an attempt's own timeout is longer than what is left
// means that one server which hangs uses up the time of all, and the attempt which would
// have met another one is not made. Google's SRE book asks to set deadlines with the
// whole stack in view (chapter 22, "Addressing Cascading Failures",
// https://sre.google/sre-book/addressing-cascading-failures/).
//
// # Before and after
//
// Before:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
//		defer cancel()
//		for attempt := 1; ; attempt++ {
//			err := db.PingContext(ctx)
//			if err == nil || attempt == 3 {
//				return err
//			}
//			select {
//			case <-time.After(time.Second + rand.N(time.Second)):
//			case <-ctx.Done():
//				return err
//			}
//		}
//	}
//
// After, with rand from math/rand/v2:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
//		defer cancel()
//		for attempt := 1; ; attempt++ {
//			err := db.PingContext(ctx)
//			if err == nil || attempt == 3 {
//				return err
//			}
//			select {
//			case <-time.After(time.Second + rand.N(time.Second)):
//			case <-ctx.Done():
//				return err
//			}
//		}
//	}
//
// Remedy: make the deadline at least as long as all waits and the attempts' own timeouts
// together, or make them shorter.
//
// # What is never reported
//
// Deadlines and delays that are not constant, such as parameters and settings. A
// deadline that holds half of the attempts or more. Delays that do not grow and that
// jitter may make short. A deadline that is set again.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore deadlinefit the attempts after the first are for tests, which set the time
package deadlinefit
