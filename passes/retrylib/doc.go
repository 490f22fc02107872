// Package retrylib reports retry libraries and clients that are set up so that they do
// harm.
//
// # Analyzer retrylib
//
// retrylib: report a retry library or client that is set up so that it retries for ever, at once, in lockstep, or not at all
//
// Settings that contradict each other or the library's source: a first delay above the
// maximum, so that the delay never grows; a literal of a back-off or client without a
// field that only its constructor fills in; 0 where that means the default and not
// none; a duration without its unit; a maximum that ends the retries; a list of
// statuses, codes or errors that takes the place of the default, or that names what
// cannot heal; a back-off without jitter where the default has some, or that does not
// look at the response and so loses Retry-After; an interceptor that is installed and
// off; the retries in the text of a gRPC service config.
//
// A retrier of a library that nothing ends, or that is not told of the context in
// reach. A client that sends
// a POST or PATCH again by itself, without an Idempotency-Key. An http.Client whose
// retrying Transport is replaced, the client inside a retrying one that is called
// directly, and a Transport that is set twice.
//
// It knows cenkalti/backoff, avast/retry-go, sethvargo/go-retry, failsafe-go,
// go-retryablehttp, resty, pester, the retries of k8s.io/apimachinery and client-go, of
// the SDKs of AWS, Azure and Google, of gRPC and go-grpc-middleware, of go-redis,
// pgxpool, franz-go and kafka-go: https://github.com/retryvet/retryvet/blob/main/docs/libraries.md
// has each setting, with the place in the source where it was read.
//
// # Why it hurts
//
// Such a setting compiles, and every call works until the first one fails. Then
// &backoff.ExponentialBackOff{MaxElapsedTime: ...} without Stop returns 0 when the time
// is up (exponential.go:177 of v4.3.0), and goes on for ever without a pause; a
// retryablehttp.Client literal without Backoff calls nil (client.go:771 of v0.7.8);
// SetRetryWaitTime(5 * time.Second) of resty is above the default maximum of 2s, so
// that each delay is 5s, without jitter (retry.go:209 of v2.17.2); and
// wait.ExponentialBackoff gives up as soon as the delay reaches Cap, however many Steps
// are left (pkg/util/wait/backoff.go:104 of v0.37.2). It is the outage that finds out.
//
// # Instead
//
// Of this, with backoff from github.com/cenkalti/backoff/v4:
//
//	b := &backoff.ExponentialBackOff{
//		InitialInterval: time.Second,
//		Multiplier:      2,
//		MaxInterval:     time.Minute,
//		MaxElapsedTime:  5 * time.Minute,
//		Clock:           backoff.SystemClock,
//	}
//	return backoff.Retry(func() error { return save(ctx) }, b)
//
// write this:
//
//	b := backoff.NewExponentialBackOff(
//		backoff.WithInitialInterval(time.Second),
//		backoff.WithMultiplier(2),
//		backoff.WithMaxElapsedTime(5*time.Minute),
//	)
//	return backoff.Retry(func() error { return save(ctx) }, backoff.WithContext(b, ctx))
//
// Remedy: begin with the library's constructor, change only what has to differ from its
// defaults, keep each delay below its maximum, and hand over the context.
//
// # What is never reported
//
// A setting that is no constant, or that several places give. What is missing, where
// code out of sight may still set it: an object that an exported function returns, that
// another package is handed, or that was made elsewhere. What uncapped, nojitter and
// unsaferetry say of a call of a retrier. Retries that are over within a second, or
// whose operation asks the context itself. A POST whose address or function says that
// it only asks: a search, a login, a query.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore retrylib the server deletes duplicates
package retrylib
