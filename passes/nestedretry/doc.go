// Package nestedretry reports retries inside retries.
//
// # Analyzer nestedretry
//
// nestedretry: report attempts that multiply because the attempt itself retries
//
// What a site attempts again is a call that tries several times on its own: by a
// loop of its own or of a function further down, in this package or another, or
// inside a client library that retries by default. The finding names the chain
// of calls, and the product where both factors are known, with the longest that all of
// them wait where that is: 5 x 3 = 15 attempts, up to 14s of waiting.
//
// It follows static calls, closures, method values, and interfaces that have one
// implementation in reach. What client libraries do by default, and how that is
// turned off, comes from a table; a client whose retries are turned off, or
// configured with something that the code does not show, is not reported.
//
// # Why it hurts
//
// Each layer seems modest, and the product is not. When a dependency is down,
// every request to it becomes fifteen, and each takes the sum of all the delays.
// The Amazon Builders' Library (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/)
// reckons with a call through five layers of services: with three attempts at
// each layer the database gets 243 times the load. The SRE book
// (https://sre.google/sre-book/addressing-cascading-failures/) counts 64 attempts
// for three layers of four, and asks to retry at one layer only.
//
// # Before and after
//
// Before:
//
//	func connect(addr string) (net.Conn, error) {
//		for attempt := 1; ; attempt++ {
//			conn, err := dial(addr)
//			if err == nil || attempt == 5 {
//				return conn, err
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//	}
//
//	func dial(addr string) (net.Conn, error) {
//		for attempt := 1; ; attempt++ {
//			conn, err := net.Dial("tcp", addr)
//			if err == nil || attempt == 3 {
//				return conn, err
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//	}
//
// After, with the retry in one place:
//
//	func connect(addr string) (net.Conn, error) {
//		return dial(addr)
//	}
//
//	func dial(addr string) (net.Conn, error) {
//		for attempt := 1; ; attempt++ {
//			conn, err := net.Dial("tcp", addr)
//			if err == nil || attempt == 3 {
//				return conn, err
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//	}
//
// Remedy: retry at one layer only: turn the inner retries off, or drop the outer
// loop.
//
// # What is never reported
//
// A product below 9, the smallest that two layers of three make. A reconnect loop
// around a bounded retry. An inner retry only of something local. The repetition
// inside net/http and database/sql, which happens only where the server has not
// acted. Optimistic updates and polls around a client that retries: they repeat
// for other reasons. An inner retry that gives up with an error which ends the outer
// one, or which the outer does not try again. What is known of a library inside its own
// module. A layer of which nothing tells how often it tries, such as one for as long as
// a time or a context lasts, unless -nestedretry.all is set. Where more than three calls
// hand the same retrier what the same client retries, that is one finding, at the first.
//
// # Flags
//
// -nestedretry.all reports attempts, too, of which nothing tells how often one of the
// layers makes them.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore nestedretry the inner one retries dials only
package nestedretry
