// Package ctxslip reports loops that notice a cancellation and go on.
//
// # Analyzer ctxslip
//
// ctxslip: report a cancellation that is noticed and then ignored
//
// A loop that tries again waits for a delay or for the end of its context,
// whichever comes first. When the context ends, the wait is over at once; but
// what follows is the next attempt, because the case is empty or only logs,
// because its break leaves the select and not the loop, or because nobody reads
// what a helper such as sleep(ctx, d) says. Nothing else in the loop asks whether
// the context ended.
//
// # Why it hurts
//
// From then on no wait waits any more. What was a patient retry every ten seconds
// becomes a busy loop, from the moment at which it should have stopped: until its
// attempts are used up, or for as long as the process lives. It shows in
// shutdowns, which take a processor and fill the log, and in requests that
// nobody wants an answer to.
//
// # Before and after
//
// Before:
//
//	func dial(ctx context.Context, addr string) (conn net.Conn, err error) {
//		for range 5 {
//			if conn, err = net.Dial("tcp", addr); err == nil {
//				return conn, nil
//			}
//			select {
//			case <-time.After(rand.N(time.Second)):
//			case <-ctx.Done():
//			}
//		}
//		return nil, err
//	}
//
// After, with rand from math/rand/v2:
//
//	func dial(ctx context.Context, addr string) (conn net.Conn, err error) {
//		for attempt := 1; ; attempt++ {
//			if conn, err = net.Dial("tcp", addr); err == nil || attempt == 5 {
//				return conn, err
//			}
//			select {
//			case <-time.After(rand.N(time.Second)):
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			}
//		}
//	}
//
// Remedy: return from the Done case, or break to the loop's label; return what a
// cancelled wait gives back.
//
// # What is never reported
//
// A loop in which something asks for the end of the context on the way to the
// next attempt but one: its condition, a question about the attempt's error, a
// flag that the case sets. A loop that asks something that may well know, such as
// a method of its object. A case after which the rounds end, as when a queue is
// drained. The context of a single attempt, made inside the loop. A context that
// nothing can cancel.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore ctxslip the last attempts are to be made even then, quickly
package ctxslip
