// Package finalsleep reports waits after the last attempt.
//
// # Analyzer finalsleep
//
// finalsleep: report a wait after the last attempt, before giving up
//
// The last permitted attempt has failed and nothing will be attempted any more,
// but the code waits once more before it says so. The check runs the loop round
// by round with a failing attempt, also where the number of attempts is a
// parameter, or a delay that becomes too long ends it, and sees what the last round
// does.
//
// # Why it hurts
//
// The wait buys nothing: the outcome is known. With a growing delay it is the
// longest of all, so that a call with five attempts from one second on blocks its
// caller, and whatever lock, connection or request that holds, for 31 seconds
// instead of 15.
//
// # Before and after
//
// Before:
//
//	func dial(addr string) (conn net.Conn, err error) {
//		for i := range 5 {
//			if conn, err = net.Dial("tcp", addr); err == nil {
//				return conn, nil
//			}
//			time.Sleep(rand.N(time.Second << i))
//		}
//		return nil, err
//	}
//
// After:
//
//	func dial(addr string) (conn net.Conn, err error) {
//		for i := range 5 {
//			if i > 0 {
//				time.Sleep(rand.N(time.Second << i))
//			}
//			if conn, err = net.Dial("tcp", addr); err == nil {
//				return conn, nil
//			}
//		}
//		return nil, err
//	}
//
// Remedy: wait before each attempt but the first, or leave the loop before the
// wait of the last round.
//
// # What is never reported
//
// A wait that another attempt follows, be it after the loop or in the next round
// of a loop around it. A constant wait below 100ms. Loops after which the function
// does the same whether the last attempt failed or not: they give something time to
// come up. A wait of less than a second, or of unknown length, for what is local. A goroutine's last wait, where nothing but a line in the log follows it:
// nobody waits for it to give up. Loops that a deadline ends: nobody knows before the wait that it is the
// last. Loops in which something that is not known, such as a second limit, decides
// whether to wait. Supervisors, and updates that repeat on a conflict only.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore finalsleep slows down callers that come back at once
package finalsleep
