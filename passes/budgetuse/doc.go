// Package budgetuse reports retry budgets and rate limiters that do not limit.
//
// # Analyzer budgetuse
//
// budgetuse: report a retry budget or rate limiter that limits nothing, or lets nothing through
//
// Of golang.org/x/time/rate: a rate.Limit that is made of a time.Duration; a limiter
// with a burst of 0, which never lets anything through; a limiter that Allow asks in
// a retry and that is made anew by each call of the function, or has rate.Inf; Allow
// in a retry whose answer is thrown away; Wait in a retry on a context that nothing
// cancels, though one that somebody can cancel is in reach. Of runtime/retry: a
// Budget that is made in the policy of a single call.
//
// # Why it hurts
//
// A budget is there for the outage: it holds the retries of all calls together to a
// share of the normal traffic, so that a server which is struggling is not sent
// three times its load. Google's SRE book keeps a per-client and a per-process retry
// budget for it (chapter 21, "Handling Overload",
// https://sre.google/sre-book/handling-overload/). One that each call has for itself,
// or that never says no, counts and limits nothing, and it shows only on that day.
//
// "Limit defines the maximum frequency of some events. Limit is represented as number
// of events per second" (https://pkg.go.dev/golang.org/x/time/rate#Limit), so
// rate.Limit(time.Second) is a thousand million a second and not one. The function for
// a time between events is rate.Every.
//
// # Instead
//
// Of this:
//
//	func get(ctx context.Context, url string) error {
//		budget := rate.NewLimiter(rate.Limit(time.Second), 10)
//
// write this:
//
//	var budget = rate.NewLimiter(rate.Every(time.Second), 10)
//
//	func get(ctx context.Context, url string) error {
//
// Remedy: keep one budget for each dependency, in a variable of the package or in the
// client, ask it before each retry, and give up when it says no.
//
// # What is never reported
//
// A limiter that paces a loop by Wait, whoever made it. rate.Inf outside of retries, or
// where something sets another limit. A quotient of durations, which is a number. A
// burst of 0 where something sets another burst. Reserve, and Allow outside of retries:
// the token may be taken for what has happened already.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore budgetuse the tool makes a single call
package budgetuse
