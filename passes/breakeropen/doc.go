// Package breakeropen reports retries of the error that an open circuit breaker
// gives.
//
// # Analyzer breakeropen
//
// breakeropen: report an open circuit breaker's error that is retried before the breaker can close
//
// The attempt of a retry runs through a circuit breaker, of github.com/sony/gobreaker
// or github.com/eapache/go-resiliency, and no code around it asks whether the error
// is the breaker's own. All attempts that are left are made before the breaker lets
// a request through again.
//
// # Why it hurts
//
// A breaker that is open answers at once and lets nothing through, by default for
// a minute with gobreaker
// (https://pkg.go.dev/github.com/sony/gobreaker/v2#Settings). Five attempts
// within four seconds cannot succeed: the caller waits four seconds for the answer
// that was known after the first, which is just what the breaker is there to spare
// it, and the log says that the server failed five times when it was not asked. The
// pattern's description says as much: "The retry logic should be sensitive to any
// exceptions returned by the circuit breaker, and stop retry attempts if the circuit
// breaker indicates that a fault is not transient"
// (https://learn.microsoft.com/en-us/azure/architecture/patterns/circuit-breaker).
//
// # Instead
//
// Of this:
//
//	for attempt := 1; ; attempt++ {
//		resp, err := cb.Execute(send)
//		if err == nil || attempt == 5 {
//			return resp, err
//		}
//		if err := sleep(ctx, rand.N(time.Second)); err != nil {
//			return nil, err
//		}
//	}
//
// write this:
//
//	for attempt := 1; ; attempt++ {
//		resp, err := cb.Execute(send)
//		if err == nil || attempt == 5 || errors.Is(err, gobreaker.ErrOpenState) {
//			return resp, err
//		}
//		if err := sleep(ctx, rand.N(time.Second)); err != nil {
//			return nil, err
//		}
//	}
//
// Remedy: give up when the error is the breaker's own, or put the breaker around the
// whole retry, so that it counts one failure and not five.
//
// # What is never reported
//
// Code that compares an error with the breaker's own, looks at the breaker's state,
// or asks a function of another package about the error. A retry whose waits last
// longer than the breaker stays open, or that nothing but a context ends: it gets
// through in the end. Waits that are not known.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore breakeropen the breaker opens for 100 ms only
package breakeropen
