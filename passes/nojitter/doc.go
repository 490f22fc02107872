// Package nojitter reports remote retries whose delay is the same for everybody.
//
// # Analyzer nojitter
//
// nojitter: report a remote retry or reconnect whose delay is not random
//
// Between the attempts of something that leaves the process, such as a request,
// a query or a dial, the code waits for a time that it could have told
// beforehand: a constant, or a delay that grows by a rule. No random number
// enters it, be it through arithmetic, variables, fields or functions.
//
// # Why it hurts
//
// When a server fails, all its clients fail together. With equal delays they
// also come back together, and knock it over again, round after round; a delay
// that grows only makes the waves rarer. Random delays, called jitter, spread the
// same number of attempts over the whole time. Marc Brooker measured it in
// "Exponential Backoff And Jitter"
// (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/),
// where the best course is "full jitter": a random time between nothing and the
// delay. The Amazon Builders' Library explains when it matters:
// https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/.
//
// # Before and after
//
// Before:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		delay := 100 * time.Millisecond
//		for attempt := 1; ; attempt++ {
//			err := db.PingContext(ctx)
//			if err == nil || attempt == 8 {
//				return err
//			}
//			select {
//			case <-time.After(delay):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//			delay = min(2*delay, 5*time.Second)
//		}
//	}
//
// After, with rand from math/rand/v2:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		delay := 100 * time.Millisecond
//		for attempt := 1; ; attempt++ {
//			err := db.PingContext(ctx)
//			if err == nil || attempt == 8 {
//				return err
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
// Remedy: wait for a random part of the delay, such as rand.N(max(delay, 1)) with
// math/rand/v2, which panics if it is handed zero.
//
// # What is never reported
//
// Local operations: files, locks, memory, and servers of this machine that are named as
// such (localhost, a Unix socket). Waiting until a server is up, where nothing of its
// answers is looked at but that they came, or after which the function does the same
// whether it came up or not. Attempts that are all over within a second. A constant
// delay of less than 20ms, as what requests take differs by more. A delay that the
// server gave (Retry-After), or that is read off the error of the attempt. A delay that
// comes from elsewhere, such as a function that the caller gives, and so may be random.
// Retry libraries that randomise by themselves. Operations of which the code does not
// show that they leave the process. A loop without any wait.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore nojitter one client, and a protocol that wants exactly 5s
package nojitter
