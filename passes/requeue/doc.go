// Package requeue reports failed items that go back to their queue without a
// delay that grows, and reconcilers whose results say what is not meant.
//
// # Analyzer requeue
//
// requeue: report a failed item that goes back to its queue at once, after the same time always, or is never forgotten
//
// Of client-go's workqueues: Add in the branch that is taken where the item
// failed; AddAfter with the same delay, below a minute, for every failure, though
// the queue has a rate limiter; AddRateLimited where nothing that takes items from
// the queue ever calls Forget; an exponential limiter whose longest delay is none,
// or a day and more.
//
// Of controller-runtime's reconcilers: RequeueAfter beside an error, which is then
// ignored; RequeueAfter of a few nanoseconds, which is a number without its unit; a
// failed write that is answered with an empty Result and nil, so that nothing tries
// again.
//
// Of channels and queues of the package's own: an item that is sent back to the
// channel that the loop receives from, or put back by a method that does no more
// than store it, because a remote call failed with it.
//
// # Why it hurts
//
// An item that goes back at once is tried again as soon as a worker is free: while
// the server is down, that is thousands of times a second, and the items that could
// succeed wait behind it. On a channel it is worse, as the loop that sends is the
// one that receives: with a full buffer it blocks for ever.
//
// The rate limiter counts the failures of each item "until Forget"
// (https://pkg.go.dev/k8s.io/client-go/util/workqueue#RateLimitingInterface). By
// default the delay doubles from 5 ms to 1000 s, so an item that is never forgotten
// waits a quarter of an hour at its eighteenth failure, if there were months between
// them.
//
// Controller-runtime warns at each such return that "RequeueAfter and Requeue will
// always be ignored if the error is non-nil"
// (https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/reconcile#Reconciler).
//
// # Before and after
//
// Before:
//
//	func work(ctx context.Context, db *sql.DB, jobs chan string) error {
//		for {
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case job := <-jobs:
//				if _, err := db.ExecContext(ctx, "UPDATE jobs SET done = true WHERE id = $1", job); err != nil {
//					jobs <- job
//				}
//			}
//		}
//	}
//
// After, with rand from math/rand/v2:
//
//	func work(ctx context.Context, db *sql.DB, jobs chan string) error {
//		for {
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case job := <-jobs:
//				if _, err := db.ExecContext(ctx, "UPDATE jobs SET done = true WHERE id = $1", job); err != nil {
//					time.AfterFunc(time.Second+rand.N(time.Second), func() { jobs <- job })
//				}
//			}
//		}
//	}
//
// With a workqueue the failure is AddRateLimited, and the success Forget:
//
//	if err := c.sync(ctx, key); err != nil {
//		c.queue.AddRateLimited(key)
//		return true
//	}
//	c.queue.Forget(key)
//
// Remedy: give what failed back by AddRateLimited and call Forget when it succeeded
// or is given up; return the error from a reconciler, or RequeueAfter, but not both.
//
// # What is never reported
//
// An item that goes back for a reason of its own, such as a conflict, or as long as
// it was tried less than so many times. A wait before it goes back. AddAfter of a
// minute and more. A Result beside an error that may be nil. A write whose error is
// looked at, handed on or recorded. Queues whose items have parts that are counted.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore requeue the queue is drained by a ticker
package requeue
