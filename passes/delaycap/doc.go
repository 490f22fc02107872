// Package delaycap reports delays that grow without a maximum, or past one.
//
// # Analyzer delaycap
//
// delaycap: report a delay that grows without a maximum, or that overflows before its maximum is applied
//
// The delay between attempts is multiplied each time, by a factor, a shift or a
// power, and nothing holds it: no min, no comparison with a limit, no limit of
// the number that is shifted by. Or there is a maximum, but it is applied to a
// value that has overflowed by then, or to what rand.Int63n gives back, which panics
// when it is handed an overflowed limit: the message says at which attempt.
//
// # Why it hurts
//
// A delay that doubles from one second is 17 minutes after ten failures and a day
// and a half after seventeen. The service that failed is long back when its
// client still sleeps. After some thirty-four doublings a time.Duration overflows: the
// delay becomes negative or zero, passes every comparison with a maximum, and the
// client tries again and again without any wait, at the very time when the
// service is in its longest outage. A float64 that is too large for a
// time.Duration gives an arbitrary value when it is converted.
//
// # Before and after
//
// Before:
//
//	func connect(ctx context.Context, addr string) (net.Conn, error) {
//		var d net.Dialer
//		for attempt := 0; ; attempt++ {
//			conn, err := d.DialContext(ctx, "tcp", addr)
//			if err == nil || ctx.Err() != nil {
//				return conn, err
//			}
//			delay := time.Second << attempt
//			select {
//			case <-time.After(rand.N(delay)):
//			case <-ctx.Done():
//			}
//		}
//	}
//
// After:
//
//	func connect(ctx context.Context, addr string) (net.Conn, error) {
//		var d net.Dialer
//		for attempt := 0; ; attempt++ {
//			conn, err := d.DialContext(ctx, "tcp", addr)
//			if err == nil || ctx.Err() != nil {
//				return conn, err
//			}
//			delay := min(time.Second<<min(attempt, 10), time.Minute)
//			select {
//			case <-time.After(rand.N(delay)):
//			case <-ctx.Done():
//			}
//		}
//	}
//
// Remedy: limit the exponent before the shift and the delay after it, such as
// min(time.Second<<min(attempt, 10), time.Minute).
//
// # What is never reported
//
// A delay that grows by a fixed step. Few attempts, by a constant, that never
// wait a minute. A site that a deadline or a total time ends. A delay or counter
// that is compared with a limit anywhere on its way, or passes through code that
// is not in sight, whatever is done with it once it is held. An overflow where the
// number of attempts is limited. A function that computes a delay and has only callers that are not sites, or whose
// callers all compare it with a limit. A poll of so many rounds that none waits five
// minutes.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore delaycap the caller gives up after five attempts
package delaycap
