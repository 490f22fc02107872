// Package retry attempts an operation again after it failed: within bounds,
// with jittered delays that a context can end, and within a budget that keeps
// retries from adding up to an overload.
//
// A [Policy] is plain data whose zero value works:
//
//	err := retry.Do(ctx, retry.Policy{}, func(ctx context.Context) error {
//		return client.Ping(ctx)
//	})
//
// [DoValue] also returns a value. A loop that no function literal could hold
// keeps its break, continue, return, labels and counter with [Attempts]:
//
//	for i := range retry.Attempts(ctx, retry.Policy{MaxAttempts: 5}) {
//		if err = connect(i); err == nil {
//			break
//		}
//	}
//
// What all of them promise:
//
//   - The operation is never called when ctx is done.
//   - No wait begins that would outlive ctx's deadline, none follows the last
//     attempt, and cancellation ends a wait at once.
//   - The error of a retry that ended is an [*Error], which says why, and from
//     which the operation's last error and, when ctx ended the retry, both
//     ctx.Err() and context.Cause(ctx) can be reached by errors.Is and errors.As.
//   - No input makes a delay overflow, turn negative or panic.
//
// Retry only what is safe to do twice. One layer should retry, because layers
// multiply: three attempts around three attempts make nine (see Policy.OneLayer).
// And retries of many callers add up to an overload, which a [Budget] prevents:
// each policy has one, its own or that of its package and name.
package retry
