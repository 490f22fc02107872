// Package delayunit reports delays in the wrong unit or direction.
//
// # Analyzer delayunit
//
// delayunit: report a delay in the wrong unit, a duration times a duration, or a maximum taken the wrong way
//
// A time.Duration counts nanoseconds, and the compiler accepts any number for
// one. Reported are: a wait of a retry for a plain number below a microsecond,
// such as time.Sleep(5); a number that its name calls seconds or milliseconds and
// that becomes a duration as it is; a duration multiplied by a duration; the
// greater of a delay and of what is called its maximum; and random nanoseconds
// added to a delay that is thousands of times as long.
//
// # Why it hurts
//
// time.Sleep(5) returns at once, and the retries it should hold back hammer the
// server as fast as they can. backoff *= 2*time.Second multiplies by two billion
// and overflows within a few rounds. max(delay, maxDelay) looks like a limit and
// makes every delay the longest. Jitter of a hundred nanoseconds on a delay of a
// second leaves all clients in step.
//
// # Before and after
//
// Before:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		const maxDelay = time.Minute
//		delay := 100 * time.Millisecond
//		for attempt := 1; ; attempt++ {
//			err := db.PingContext(ctx)
//			if err == nil || attempt == 8 {
//				return err
//			}
//			select {
//			case <-time.After(delay + time.Duration(rand.Int64N(100))):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//			delay = max(2*delay, maxDelay)
//		}
//	}
//
// After, with rand from math/rand/v2:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		const maxDelay = time.Minute
//		delay := 100 * time.Millisecond
//		for attempt := 1; ; attempt++ {
//			err := db.PingContext(ctx)
//			if err == nil || attempt == 8 {
//				return err
//			}
//			select {
//			case <-time.After(delay + rand.N(delay)):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//			delay = min(2*delay, maxDelay)
//		}
//	}
//
// Remedy: multiply plain numbers, and only those, by a unit such as time.Second;
// hold a delay with min; draw jitter from the delay itself.
//
// # What is never reported
//
// A duration whose unit is written, time.Nanosecond included. A duration that
// holds a plain number, as in time.Duration(n) * time.Second or one made from a
// count, and one whose making is not in sight, such as a parameter or a field. A
// pause in a loop that only looks at memory.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore delayunit it only yields to other goroutines
package delayunit
