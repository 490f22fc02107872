// Package backoffreuse reports back-offs that live too long or too short.
//
// # Analyzer backoffreuse
//
// backoffreuse: report a back-off that is shared by calls, made anew for each attempt, or never reset
//
// The back-offs of github.com/cenkalti/backoff, github.com/jpillora/backoff,
// github.com/sethvargo/go-retry, gax, dskit and Kubernetes' wait.Backoff by its
// method Step keep what they have reached: each delay is longer than the last.
// Such an object belongs to one run of attempts. Reported is one that is kept in
// a field or a variable of package level, used by every call and never reset; one
// that is made inside the loop; and one, or a variable that grows, which a loop
// that goes on after its successes never sets back, or only after a success of a
// function that always returns an error.
//
// # Why it hurts
//
// With a shared back-off the first failure of one call waits as long as the last
// failure of another did; one that counts its attempts has none left for the
// calls after the first, and most are not safe for concurrent use. One that is
// made for each attempt never grows, so there is no back-off. A loop that
// reconnects for weeks and never resets its delay waits the longest one after
// every hiccup, and a back-off with a total time gives up for good when the time
// since its making has passed.
//
// # Before and after
//
// Before:
//
//	func serve(ctx context.Context, addr string, handle func(context.Context, net.Conn) error) {
//		delay := time.Second
//		for ctx.Err() == nil {
//			conn, err := net.Dial("tcp", addr)
//			if err != nil {
//				select {
//				case <-time.After(rand.N(delay)):
//				case <-ctx.Done():
//				}
//				delay = min(2*delay, time.Minute)
//				continue
//			}
//			_ = handle(ctx, conn)
//		}
//	}
//
// After:
//
//	func serve(ctx context.Context, addr string, handle func(context.Context, net.Conn) error) {
//		delay := time.Second
//		for ctx.Err() == nil {
//			conn, err := net.Dial("tcp", addr)
//			if err != nil {
//				select {
//				case <-time.After(rand.N(delay)):
//				case <-ctx.Done():
//				}
//				delay = min(2*delay, time.Minute)
//				continue
//			}
//			delay = time.Second
//			_ = handle(ctx, conn)
//		}
//	}
//
// Remedy: make one back-off for each run of attempts, before its loop, and reset it
// after a success where the loop goes on.
//
// # What is never reported
//
// A back-off that comes from elsewhere, such as a parameter. One that is reset,
// set again or handed on anywhere. One that its library resets, such as
// cenkalti's by Retry, where calls do not run at the same time. A constant
// back-off.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore backoffreuse after an hour of failures it may stay slow
package backoffreuse
