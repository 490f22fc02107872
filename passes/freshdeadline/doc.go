// Package freshdeadline reports total deadlines that start anew each attempt.
//
// # Analyzer freshdeadline
//
// freshdeadline: report a deadline that is the only end of a retry and starts anew each attempt
//
// A loop tries again until a time is over, and nothing else ends it while its
// attempts fail: no number of attempts, no context of the caller's, no class of
// errors. But the time is measured from the beginning of the round, as it is
// made inside the loop: by context.WithTimeout, time.Now, time.NewTimer or
// time.After.
//
// # Why it hurts
//
// The deadline looks as if it bounded the whole, but it bounds one attempt.
// An operation that fails at once, such as a refused connection, never gets near
// it: the loop goes on for ever, just when the deadline was wanted.
//
// # Before and after
//
// Before:
//
//	func waitFor(db *sql.DB) error {
//		for {
//			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
//			err := db.PingContext(ctx)
//			expired := ctx.Err()
//			cancel()
//			if err == nil || expired != nil {
//				return err
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//	}
//
// After, with rand from math/rand/v2:
//
//	func waitFor(db *sql.DB) error {
//		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
//		defer cancel()
//		for {
//			err := db.PingContext(ctx)
//			if err == nil || ctx.Err() != nil {
//				return err
//			}
//			select {
//			case <-time.After(rand.N(time.Second)):
//			case <-ctx.Done():
//				return err
//			}
//		}
//	}
//
// Remedy: make the deadline once, before the loop, and give each attempt a
// timeout of its own below it if it needs one.
//
// # What is never reported
//
// A timeout for each attempt where something else ends the loop: a number of
// attempts, the caller's context, a deadline made before the loop, a stop
// channel, errors of a class. A time.After or time.Tick in the case of a select,
// which the check timeafter looks at. A time that a loop asks in order to be told
// that an attempt was short.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore freshdeadline the process is killed from outside
package freshdeadline
