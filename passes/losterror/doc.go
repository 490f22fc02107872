// Package losterror reports failures that get lost.
//
// # Analyzer losterror
//
// losterror: report a failure that gets lost after the last attempt
//
// An operation is attempted several times, and what went wrong gets lost:
//
//   - after the last attempt failed, nil is returned as the error;
//   - what is returned is another variable of the same name, declared outside of
//     the loop, which never got the error;
//   - a loop on a context, or on a backoff that has one, makes no attempt at all
//     where the context is done, and then returns the error variable, which is
//     still nil;
//   - the loop, or a condition that is polled, gives up with an error of its own,
//     while the errors of the attempts are compared with nil and otherwise neither
//     returned, kept nor logged, or logged only for those who debug;
//   - the same happens in a function that returns nothing, or only an empty string
//     or nil, and does nothing more when it gives up;
//   - only an empty string or nil says that the last attempt failed, logged or not,
//     and a caller goes on with that and never asks whether it is empty;
//   - a function that calls itself again, or two that call each other, give up with
//     an error of their own, while nobody looks at those of the attempts;
//   - a function that is handed to a retrier returns nil although its attempt
//     failed, or asks the wrong way round, as in IgnoreNotFound(err) != nil.
//
// # Why it hurts
//
// The first three read as success: the caller goes on with a result that is not
// there, and the program fails later and elsewhere, or loses data without a word.
// The fourth costs hours: "timed out" is all that anybody learns, whether the
// name did not resolve, the certificate had expired or the server was overloaded.
//
// # Before and after
//
// Before:
//
//	func dial(addr string) (net.Conn, error) {
//		var err error
//		for i := range 5 {
//			if i > 0 {
//				time.Sleep(rand.N(time.Second))
//			}
//			conn, err := net.Dial("tcp", addr)
//			if err == nil {
//				return conn, nil
//			}
//		}
//		return nil, err
//	}
//
// After:
//
//	func dial(addr string) (net.Conn, error) {
//		var err error
//		for i := range 5 {
//			if i > 0 {
//				time.Sleep(rand.N(time.Second))
//			}
//			var conn net.Conn
//			conn, err = net.Dial("tcp", addr)
//			if err == nil {
//				return conn, nil
//			}
//		}
//		return nil, err
//	}
//
// Remedy: return the last attempt's error, wrapped if more is to be said.
//
// # What is never reported
//
// An error that is returned, kept or logged anywhere, at a level that is on unless
// somebody turns it off. What gets rid of something, in a function that returns
// nothing, as well as it goes. Other attempts that follow,
// such as a fallback, and results that stand in for the answer. A result of false
// beside the nil error, which says that nothing succeeded. A context's error
// where the caller's own context ended the loop, or one that does not speak of the
// time. An error of the loop's own where
// errors of one class only are tried again, as it says which. The error of os.Stat,
// which says no more than that a file is not there yet.
//
// An error that does not say why the attempts failed, unless -losterror.cause is
// set: whoever gets it learns that they did.
//
// # Flags
//
// -losterror.cause reports errors, too, that say that attempts failed and not why.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore losterror to warm up is a courtesy: the first request tries again
package losterror
