// Package bodyreuse reports bodies that only the first attempt of a retry sends.
//
// # Analyzer bodyreuse
//
// bodyreuse: report a request body or reader that was made before a retry and is used up by its first attempt
//
// A stream is made once, and every attempt reads it:
//
//   - a reader, a buffer, a file or a parameter of type io.Reader that each attempt
//     makes a request of, posts, or hands to a remote call, such as an upload;
//   - a struct of options with such a reader in one of its fields;
//   - a request with a body that was made before the loop or before the function
//     that a retrier calls again;
//   - any request that a http.RoundTripper is given and sends more than once, or an
//     exported function that gives back the response to it.
//
// A function that sends a request a second time where the first outcome asks for
// it, without a loop, is reported too.
//
// # Why it hurts
//
// The first attempt reads the stream to its end. What the second one sends is
// empty: the server stores an empty object, or net/http fails with "http:
// ContentLength=5 with Body length 0", and the retry only hides the error that
// started it. A request of http.NewRequest over a buffer has a GetBody, but
// net/http calls it only for redirects and where a connection in use turned out to
// be closed before anything was sent, not because Do is called once more.
//
// # Before and after
//
// Before:
//
//	func put(ctx context.Context, client *http.Client, url string, data []byte) error {
//		req, err := http.NewRequestWithContext(ctx, "PUT", url, bytes.NewReader(data))
//		if err != nil {
//			return err
//		}
//		for range 3 {
//			resp, err := client.Do(req)
//			if err == nil {
//				return resp.Body.Close()
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return errors.New("the server is down")
//	}
//
// After:
//
//	func put(ctx context.Context, client *http.Client, url string, data []byte) error {
//		for attempt := 1; ; attempt++ {
//			req, err := http.NewRequestWithContext(ctx, "PUT", url, bytes.NewReader(data))
//			if err != nil {
//				return err
//			}
//			resp, err := client.Do(req)
//			if err == nil {
//				return resp.Body.Close()
//			}
//			if attempt == 3 {
//				return err
//			}
//			select {
//			case <-time.After(rand.N(time.Second)):
//			case <-ctx.Done():
//				return ctx.Err()
//			}
//		}
//	}
//
// Remedy: make the reader in each attempt, set it back with Seek, or give the
// request a new body by its GetBody before it is sent again. A stream that cannot
// be read twice has to be buffered, or not be retried.
//
// # What is never reported
//
// Requests without a body, http.NoBody included. Streams that the site sets back
// with Seek or Reset, replaces, or asks whether they can be. Functions that use
// GetBody, that give the request another body in the site, or that look at the
// method or at the body of the request that they are given. A request over a
// buffer that is repeated only after an answer of the server. Readers of types of
// which nothing is known, and parameters that the calls in the package never fill.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore bodyreuse only requests without a body come here
package bodyreuse
