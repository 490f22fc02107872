// Package nobackoff reports remote attempts that follow each other without a
// wait.
//
// # Analyzer nobackoff
//
// nobackoff: report a remote operation that is tried again at once when it fails
//
// Something that leaves the process, such as a request, a query or a dial, fails,
// and the loop makes the next attempt without anything in between that passes
// time. It does not matter whether the loop has a limit, or waits after good
// answers: what counts is the way from the failure to the next attempt. A channel
// that is only ever closed passes no time once it is: to wait until a client is
// ready is no wait between the attempts.
//
// # Why it hurts
//
// A refused connection costs a fraction of a millisecond. A loop without a wait
// makes thousands of attempts a second for as long as the server is down, which
// burns a processor, fills the log, and meets the server with all of it the
// moment that it comes back. A loop with a limit uses its attempts up before
// anything could have changed: five tries within a millisecond are one try. The
// SRE book tells how such retries keep a service down that would have recovered
// (https://sre.google/sre-book/addressing-cascading-failures/).
//
// # Before and after
//
// Before:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		for ctx.Err() == nil {
//			if err := db.PingContext(ctx); err == nil {
//				return nil
//			}
//		}
//		return ctx.Err()
//	}
//
// After, with rand from math/rand/v2:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		delay := 100 * time.Millisecond
//		for {
//			if err := db.PingContext(ctx); err == nil {
//				return nil
//			}
//			select {
//			case <-time.After(rand.N(delay)):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//			delay = min(2*delay, 5*time.Second)
//		}
//	}
//
// Remedy: wait between the attempts, longer each time and for a random part of
// the delay, and let a cancellation end the wait.
//
// # What is never reported
//
// Local operations, and operations of which the code does not show that they
// leave the process. One immediate second attempt. Updates that are repeated
// because another writer came first, and loops that go on only for errors of
// some class that has nothing to do with a server that is down: a moved item, an
// expired token, a port in use. Loops that turn to another server, address or
// item each round, or that repair something before they go on. Attempts that
// retry or wait inside, and those that last as long as a connection does. Loops
// that call something which may wait for all that is known. A loop that waits
// after some failures of the attempt and not after others.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore nobackoff the proxy in front of it already spaces the attempts
package nobackoff
