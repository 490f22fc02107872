// Package retryafter reports retries that ignore the Retry-After of a server.
//
// # Analyzer retryafter
//
// retryafter: report a retry after 429 or 503 that never reads the Retry-After header, or comes back before its time
//
// An answer of 429 Too Many Requests or 503 Service Unavailable leads to the next
// attempt, by a comparison of the status, by a question to a function of the same
// package, or because every status but the good ones is an error that is retried.
// Nothing in the function, nor in the functions of the package that it calls,
// reads Retry-After or a field of that name, but for a log line. Where more than
// three retries ask one function what to do, the finding stands at that function,
// once.
//
// Or a loop reads Retry-After and comes back earlier all the same: what cannot be
// parsed, such as a date where seconds are expected, is taken for zero and there is
// no other wait; or the lesser of it and of the loop's own growing or random delay
// is waited.
//
// # Why it hurts
//
// With these answers a server says when to come back. Who comes earlier is refused
// again, spends the attempts that it has, and adds to the load; many services
// count such requests and lock the client out for longer. RFC 9110, section 10.2.3
// (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3), and RFC 6585, section 4
// (https://www.rfc-editor.org/rfc/rfc6585#section-4), describe the header: a number
// of seconds, or a date.
//
// # Before and after
//
// Before:
//
//	func fetch(client *http.Client, url string) (*http.Response, error) {
//		for range 3 {
//			resp, err := client.Get(url)
//			if err != nil {
//				return nil, err
//			}
//			if resp.StatusCode != http.StatusServiceUnavailable {
//				return resp, nil
//			}
//			resp.Body.Close()
//			time.Sleep(rand.N(time.Second))
//		}
//		return nil, errors.New("the server is busy")
//	}
//
// After:
//
//	func fetch(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
//		for attempt := 1; ; attempt++ {
//			req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
//			if err != nil {
//				return nil, err
//			}
//			resp, err := client.Do(req)
//			if err != nil {
//				return nil, err
//			}
//			if resp.StatusCode != http.StatusServiceUnavailable {
//				return resp, nil
//			}
//			resp.Body.Close()
//			if attempt == 3 {
//				return nil, errors.New("the server is busy")
//			}
//			pause, err := time.ParseDuration(resp.Header.Get("Retry-After") + "s")
//			if err != nil {
//				pause = time.Second
//			}
//			pause = min(pause, time.Minute) + rand.N(time.Second)
//			select {
//			case <-time.After(pause):
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			}
//		}
//	}
//
// Remedy: wait for as long as Retry-After says, up to a maximum, and by the own
// delay where there is no such header.
//
// # What is never reported
//
// Sites that read Retry-After or a header such as X-RateLimit-Reset anywhere, or
// hand the response or its headers to code that is not known, but for the two ways
// above to get it wrong. A maximum that stays the same may hold it. Clients that obey the
// header by themselves, such as go-retryablehttp. Waiting until a server is up,
// where only the status of the answer is looked at. Rounds that ask a list of
// servers one after the other. Code that names none of the statuses: one that fails on
// every status but 200 did not tell a server that asks for patience apart, and one
// that goes by errors has no status. Retries on other statuses.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore retryafter this server sends no such header
package retryafter
