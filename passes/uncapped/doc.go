// Package uncapped reports retries that nothing ends.
//
// # Analyzer uncapped
//
// uncapped: report a retry that nothing ends while the operation keeps failing
//
// A retry that has no bound goes on for as long as the failure lasts: no number
// of attempts, no elapsed time, no context, no stop channel and no class of
// errors ends it.
//
// # Why it hurts
//
// The caller never learns of the failure, and the goroutine, with all that it
// holds, never comes back. Meanwhile every stuck caller keeps sending, and so
// keeps an overloaded dependency down. Google's SRE book (chapter 22,
// "Addressing Cascading Failures", https://sre.google/sre-book/addressing-cascading-failures/)
// asks to limit the retries of each request and not to retry a given request
// indefinitely.
//
// # Before and after
//
// Before:
//
//	func fetch(client *http.Client, url string) *http.Response {
//		for {
//			resp, err := client.Get(url)
//			if err == nil {
//				return resp
//			}
//			time.Sleep(rand.N(10 * time.Second))
//		}
//	}
//
// After:
//
//	func fetch(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
//		const attempts = 5
//		for attempt := 1; ; attempt++ {
//			req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
//			if err != nil {
//				return nil, err
//			}
//			resp, err := client.Do(req)
//			if err == nil {
//				return resp, nil
//			}
//			if attempt == attempts {
//				return nil, fmt.Errorf("after %d attempts: %w", attempts, err)
//			}
//			select {
//			case <-time.After(rand.N(10 * time.Second)):
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			}
//		}
//	}
//
// Remedy: limit the attempts or the total time, or let a context end the loop,
// and then return the last error.
//
// A fix lets the context in reach end the retry. Where there is none, a fix by
// package retry (-fixwith=runtime) gives up after 15 minutes and returns the last
// error: a number that you should look at, and that changes nothing for shorter
// failures.
//
// # What is never reported
//
// A reconnect loop, which keeps a connection, a stream or a watch up for as long
// as the process lives: it is meant to go on. A poll, which waits for a
// condition of a successful answer. A loop whose rounds handle new things. An
// optimistic update, which repeats because another writer came first.
//
// A retry that a context or a stop channel ends counts as bounded, unless the
// flag says otherwise. So does one that an error of some class ends, such as
// everything but a timeout, and one in a program's function main, or in a goroutine
// that it starts there: whoever stops the program ends it.
//
// # Flags
//
// -uncapped.strict wants a limit of attempts, of time, or of the errors that are
// retried, even where a context or a stop channel ends the loop: whoever made
// the context may never cancel it.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore uncapped nothing works without this, and systemd restarts us
package uncapped
