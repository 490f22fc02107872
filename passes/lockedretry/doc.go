// Package lockedretry reports mutexes and transactions that are held while a retry
// waits for its next attempt.
//
// # Analyzer lockedretry
//
// lockedretry: report a mutex or a transaction that is held over the waits between attempts
//
// A mutex that was locked, or a transaction that was begun and used, is not given
// back before a retry of a remote operation waits, in the function itself or in one
// that it calls, and the waits add up to five seconds or more, or to a time that
// nothing fixes. A mutex
// counts if another function of the package takes it too, or if the function that
// holds it is given a context by its callers.
//
// # Why it hurts
//
// Nothing happens during the wait, yet whoever wants the mutex stands still for all
// of it: a status page, Close, and every caller whose own deadline is over long
// before, because Lock listens to no context. One dependency that is down stops
// everything that shares the lock with it. A transaction keeps the locks on its
// rows and one connection of the pool, so a few of them stop the database for
// others; many databases abort a transaction after the first error, and then the
// attempts that follow cannot succeed (https://www.postgresql.org/docs/current/tutorial-transactions.html).
//
// # Before and after
//
// Before:
//
//	type store struct {
//		mu   sync.Mutex
//		conn *sql.DB
//	}
//
//	func (s *store) connect(ctx context.Context, db *sql.DB) error {
//		s.mu.Lock()
//		defer s.mu.Unlock()
//		for attempt := 1; ; attempt++ {
//			err := db.PingContext(ctx)
//			if err == nil {
//				s.conn = db
//				return nil
//			}
//			if attempt == 5 {
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
// After, with rand from math/rand/v2:
//
//	type store struct {
//		mu   sync.Mutex
//		conn *sql.DB
//	}
//
//	func (s *store) connect(ctx context.Context, db *sql.DB) error {
//		for attempt := 1; ; attempt++ {
//			err := db.PingContext(ctx)
//			if err == nil {
//				s.mu.Lock()
//				defer s.mu.Unlock()
//				s.conn = db
//				return nil
//			}
//			if attempt == 5 {
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
// Remedy: lock only what the attempt changes, and let callers who want the same
// connection share one attempt by golang.org/x/sync/singleflight, with its DoChan
// beside their own contexts; begin a transaction anew for each attempt.
//
// # What is never reported
//
// Waits that add up to less than five seconds, for callers may be ready to wait that
// long. A mutex that is given back before the
// wait and taken again after it, also by the function that waits. A mutex that only
// one function takes and whose callers have no contexts: it serialises just that. A
// slot of a semaphore: it may be meant to bound how many tasks there are, those that
// wait included. TryLock, as nobody waits for it.
//
// # Off by default
//
// What it found in other people's code was meant: a mutex that keeps others from
// beginning the same, or one for all of an operation. -checks +lockedretry, or
// -lockedretry with go vet, turns it on.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore lockedretry nothing can be done before the first connection
package lockedretry
