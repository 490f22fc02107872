// Package badrand reports jitter that is none, or that can crash.
//
// # Analyzer badrand
//
// badrand: report jitter that is the same everywhere, lost by rounding, or drawn in a way that can crash
//
// A random number enters the delay between attempts, but not as it should: it
// comes from a source with a constant seed; from a *rand.Rand that is shared
// without a lock; from crypto/rand; it is rounded down to nothing, or raised to a
// floor above all that can be drawn; or the draw is given a limit that can be
// zero, for which rand.Intn, rand.Int63n and rand.N panic.
//
// # Why it hurts
//
// Jitter is there so that clients which fail together do not retry together.
// With a constant seed all of them draw the same numbers, and with
// time.Duration(rand.Float64())*time.Second all of them draw zero: the code looks
// right and the retries still come in waves. The source of a *rand.Rand is not
// safe for concurrent use; a race can leave it in a state in which it repeats one
// number, or make it panic. A panic in the delay turns a request that failed once
// into a process that dies. crypto/rand costs a system call for each number, and
// a delay is no secret. Before Go 1.20 the functions of math/rand itself began
// with a constant seed; they are not reported, since the Go releases of today
// seed them.
//
// # Before and after
//
// Before:
//
//	func ping(ctx context.Context, db *sql.DB) (err error) {
//		for range 5 {
//			if err = db.PingContext(ctx); err == nil {
//				return nil
//			}
//			jitter := time.Duration(rand.Float64()) * time.Second
//			select {
//			case <-time.After(time.Second + jitter):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//		}
//		return err
//	}
//
// After:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		for attempt := 1; ; attempt++ {
//			err := db.PingContext(ctx)
//			if err == nil || attempt == 5 {
//				return err
//			}
//			select {
//			case <-time.After(time.Second + rand.N(time.Second)):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//		}
//	}
//
// Remedy: draw with rand.N of math/rand/v2 from a duration that is never zero: it
// needs no seed and no lock.
//
// # What is never reported
//
// A draw whose limit is compared with anything before. A *rand.Rand that a lock
// guards, that is made anew for each call, whose source is not one of the standard
// library's, or whose type shows no sign of concurrent use. Seeds from the clock.
// Random numbers that enter no delay.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore badrand the linter of secrets wants crypto/rand everywhere
package badrand
