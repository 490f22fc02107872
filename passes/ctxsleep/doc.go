// Package ctxsleep reports waits that cancellation cannot end.
//
// # Analyzer ctxsleep
//
// ctxsleep: report a wait between attempts that ignores a context or stop channel in reach
//
// A loop that retries, reconnects or polls waits by time.Sleep, or by a receive
// from a timer that stands alone, although a way to end the wait is at hand: a
// context.Context that is a parameter, a variable or a field, the context of an
// *http.Request, or a stop channel. A retrier of the package that is given no
// context is reported once, at its wait, where functions that have one hand it what
// leaves the process.
//
// The same goes for a call that hands an operation to a function of the code's own
// which retries it and is told of no context: it takes none and has none in reach, or
// hands context.Background() to what waits. Such a call is reported where the caller
// has a context, and all calls of one function in a package are one finding.
//
// # Why it hurts
//
// A caller that cancels, or a process that shuts down, waits until the sleep is
// over, which with growing delays is minutes. Deadlines pass unnoticed, and what
// the goroutine holds stays held. When a request is cancelled, all goroutines
// that work on it "should exit quickly so the system can reclaim any resources
// they are using" (Go Concurrency Patterns: Context,
// https://go.dev/blog/context).
//
// # Before and after
//
// Before:
//
//	func connect(ctx context.Context, addr string) (net.Conn, error) {
//		var d net.Dialer
//		for attempt := 1; ; attempt++ {
//			conn, err := d.DialContext(ctx, "tcp", addr)
//			if err == nil || attempt == 5 {
//				return conn, err
//			}
//			time.Sleep(rand.N(10 * time.Second))
//		}
//	}
//
// After:
//
//	func connect(ctx context.Context, addr string) (net.Conn, error) {
//		var d net.Dialer
//		for attempt := 1; ; attempt++ {
//			conn, err := d.DialContext(ctx, "tcp", addr)
//			if err == nil || attempt == 5 {
//				return conn, err
//			}
//			select {
//			case <-time.After(rand.N(10 * time.Second)):
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			}
//		}
//	}
//
// In a file whose Go version is below 1.23 use time.NewTimer and stop it when the
// context comes first, since the timer of time.After lives on until it fires.
//
// Remedy: wait in a select on a timer and the context's Done channel (or the
// stop channel), and return when the latter comes first.
//
// # What is never reported
//
// Code with nothing in reach, such as start-up code in main. A context that
// nothing can cancel before the function returns: context.Background() kept in a
// variable, or one that only the function itself ends, by a deadline or when it
// returns, or whose cancel function it has given nobody yet. A context or stop channel that has ended by then, such as the context of
// the attempt before, and clean-up behind <-ctx.Done() or in a deferred function,
// which has to go on. A stop channel that the function closes itself, or that a method
// which it calls sets to nil. Signals that are handed on to a child process. A wait that
// something else ends early, such as a wake-up channel, and the ticks of a limiter
// that others share. Waits that are too short for anybody to notice: less than a
// second where the loop ends after it, else those that add up to less than 250ms, and
// each of less than 250ms where nothing says that the operation leaves the process.
// Calls of functions that retry what works on this machine, or whose waits are over
// within a second. Retry libraries that are not told of the context: see retrylib.
// Waits outside of loops that attempt something again, unless -ctxsleep.everywhere
// is set.
//
// # Flags
//
// -ctxsleep.everywhere reports waits of a second or more outside of such loops, too,
// in any function that has a context or a stop channel in reach: pauses between two
// steps, and between the rounds of a loop that works.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore ctxsleep the device needs this pause whatever happens
package ctxsleep
