// Package perattempt reports what piles up with each attempt.
//
// # Analyzer perattempt
//
// perattempt: report what each attempt adds and nothing takes away before the next
//
// An attempt takes something that has to be given back, and the next attempt
// begins before it is:
//
//   - a deferred call in the loop, which runs when the function returns and not
//     when the round ends;
//   - a context whose cancel function is not called on the way to the next
//     attempt, or is dropped;
//   - a goroutine that waits for the context around all attempts, or that waits to
//     send a result which nobody takes any more; also one that a function starts
//     before it tries, and that stays when it has succeeded;
//   - a connection, listener or database that stays open when a later step of the
//     same attempt fails, in the loop or in the function that it attempts, or that
//     each round dials and nothing ever closes;
//   - those of several connections that an attempt got, which the loop keeps in a
//     list before it makes the same attempt again, for all of them;
//   - a ticker or timer that is not stopped, in files whose Go version is below
//     1.23; from then on they are collected.
//
// # Why it hurts
//
// One is harmless. But the code runs again and again just when something is out
// of order, for minutes or hours: then the connections, goroutines and bodies of
// all failed attempts are there at once, on both sides of the wire, until memory,
// file descriptors or the server's connection slots are used up. What began as
// the failure of one service becomes that of another.
//
// # Before and after
//
// Before:
//
//	func connect(ctx context.Context, dsn string) (*sql.DB, error) {
//		for {
//			db, err := sql.Open("postgres", dsn)
//			if err != nil {
//				return nil, err
//			}
//			if err := db.PingContext(ctx); err == nil {
//				return db, nil
//			}
//			select {
//			case <-time.After(time.Second + rand.N(time.Second)):
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			}
//		}
//	}
//
// After, with rand from math/rand/v2:
//
//	func connect(ctx context.Context, dsn string) (*sql.DB, error) {
//		for {
//			db, err := sql.Open("postgres", dsn)
//			if err != nil {
//				return nil, err
//			}
//			if err := db.PingContext(ctx); err == nil {
//				return db, nil
//			}
//			db.Close()
//			select {
//			case <-time.After(time.Second + rand.N(time.Second)):
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			}
//		}
//	}
//
// Remedy: give back what an attempt takes before the next begins: by a function
// of its own that defers, or by a call on each way that leads on.
//
// # What is never reported
//
// Loops that are no retries: each round handles something else. A deferred call
// after which the function returns. What is handed to a function that may close
// it, stored, sent or returned. A connection that is closed by the next attempt
// before it opens another, or that it uses again. Files, which the runtime closes
// when it collects them. A connection that says by its IsClosed or Closed that it is
// closed already. Up to three deferred calls.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore perattempt there are at most three attempts
package perattempt
