// Package detachedctx reports attempts that run on a context which nothing can
// cancel.
//
// # Analyzer detachedctx
//
// detachedctx: report an attempt on a context that nothing cancels, though one that somebody can cancel is in reach
//
// An attempt, or the call of a retry helper, is given a context that is derived
// from context.Background, or from the stand-in beside it, while a context that
// somebody can cancel is in scope: a parameter, that of a request, a local one
// whose cancel function somebody else has, or a field that the function uses. A
// parameter that is overwritten by a context of the function's own counts too. And
// so does an attempt by a call that takes no context where another one does the same
// and takes one: Ping beside PingContext, or http.Get, which does what a client's Do
// does with a request of http.NewRequestWithContext.
//
// # Why it hurts
//
// When the caller gives up, or the process is told to stop, the attempt runs on
// until its own timeout, if it has one, and so does the next. Shutdown takes as
// long as the slowest server, requests that nobody waits for use up connections,
// and what the context carries, such as a deadline or a trace, is lost.
//
// # Before and after
//
// Before:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		for {
//			attempt, cancel := context.WithTimeout(context.Background(), 5*time.Second)
//			err := db.PingContext(attempt)
//			cancel()
//			if err == nil {
//				return nil
//			}
//			select {
//			case <-time.After(time.Second + rand.N(time.Second)):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//		}
//	}
//
// After, with rand from math/rand/v2:
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		for {
//			attempt, cancel := context.WithTimeout(ctx, 5*time.Second)
//			err := db.PingContext(attempt)
//			cancel()
//			if err == nil {
//				return nil
//			}
//			select {
//			case <-time.After(time.Second + rand.N(time.Second)):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//		}
//	}
//
// Remedy: derive the attempt's context from the one in reach, and hand it on by the
// call that takes one. Where the work has to be finished though the caller is gone,
// say so with context.WithoutCancel, which keeps the values.
//
// # What is never reported
//
// context.WithoutCancel. What has to run when the context is over: deferred
// functions and functions that a defer statement calls, code behind <-ctx.Done()
// or in its case, operations that by their name close, stop or release something.
// A context whose cancel function is handed on, kept or called when another
// context ends. Function literals that do not use the context around them, as they
// may run when it is over. Contexts that nothing can cancel either. Calls that take
// no context, where the package that they are from has none that does, where the
// function around is the one that does, or where the context in reach is a field.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore detachedctx the record must be written though the caller is gone
package detachedctx
