// Package bodyleak reports responses that a retry leaves open.
//
// # Analyzer bodyleak
//
// bodyleak: report an HTTP response whose body is not closed on the way to the next attempt
//
// An attempt gives back an *http.Response, and there is a way from it to the next
// attempt on which nothing closes the body: the loop goes on after a bad status,
// the variable is overwritten by the next response, or a function that a retrier
// calls again returns an error without closing. The response comes from net/http,
// from anything with the method Do or RoundTrip of net/http, or from a function
// of the same package that hands such a response on.
//
// # Why it hurts
//
// A body that is neither read to its end nor closed keeps its connection: the
// connection is not used again, and its memory, its file descriptor and two
// goroutines stay until the server hangs up. A retry does this exactly when the
// server is in trouble, once for each failed attempt. The documentation of
// net/http (https://pkg.go.dev/net/http#Client.Do) says: "If the returned error is
// nil, the Response will contain a non-nil Body which the user is expected to
// close."
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
//			if resp.StatusCode < 500 {
//				return resp, nil
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return nil, errors.New("the server is down")
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
//			if resp.StatusCode < 500 {
//				return resp, nil
//			}
//			resp.Body.Close()
//			if attempt == 3 {
//				return nil, errors.New("the server is down")
//			}
//			pause, err := time.ParseDuration(resp.Header.Get("Retry-After") + "s")
//			if err != nil {
//				pause = rand.N(time.Second)
//			}
//			select {
//			case <-time.After(pause):
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			}
//		}
//	}
//
// Remedy: close the body before the next attempt. To read what is left of a short
// body first lets the connection be used again.
//
// # What is never reported
//
// Attempts that failed with an error: their response is nil or closed. Responses
// that are closed by a deferred call, or handed to a function that closes them or
// of which nothing is known. Responses that the code keeps in a struct, returns or
// sends on. Answers to HEAD requests, which have no body. Responses of other
// libraries, many of which close the body themselves. A defer in the loop itself
// closes late, but it closes.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore bodyleak this transport answers without a body
package bodyleak
