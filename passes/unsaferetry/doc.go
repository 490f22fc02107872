// Package unsaferetry reports retries of operations that take effect each time.
//
// # Analyzer unsaferetry
//
// unsaferetry: report a retried operation that takes effect each time, such as a POST without an Idempotency-Key
//
// The attempt is an operation of which a second execution adds to the first:
//
//   - an HTTP request by POST or PATCH without an Idempotency-Key (or
//     X-Idempotency-Key) header, the method being followed from
//     http.NewRequest, Client.Post and the package's own helpers to the attempt;
//   - one whose key is drawn anew for each attempt, which makes it no key;
//   - any request that the function is given, as in an http.RoundTripper, when it
//     does not look at the request's method;
//   - an SQL INSERT without a clause for conflicts, or an UPDATE that computes a
//     column from its old value, as n = n + 1 does;
//   - an append, a publish or an increment of a client library that is known from
//     a table.
//
// Where more than three such operations are handed to one retrier of the package,
// the finding stands at that function, once.
//
// # Why it hurts
//
// An attempt that failed may have taken effect: the answer was lost, not the
// request. To repeat it then charges, sends or inserts twice. RFC 9110, section
// 9.2.2 (https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2), says that a
// client should not automatically retry a request with a method that is not
// idempotent unless it knows that the request is idempotent all the same, or
// that the first was never applied. A key that names the operation gives the
// server the means to recognise the repetition: "Making retries safe with
// idempotent APIs"
// (https://aws.amazon.com/builders-library/making-retries-safe-with-idempotent-APIs/).
// net/http itself repeats a POST after a network error only if it has such a key,
// or if nothing of it had been sent.
//
// # Before and after
//
// Before:
//
//	func pay(client *http.Client, url string, order []byte) error {
//		for attempt := 1; ; attempt++ {
//			resp, err := client.Post(url, "application/json", bytes.NewReader(order))
//			if err == nil {
//				return resp.Body.Close()
//			}
//			if attempt == 3 {
//				return err
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//	}
//
// After, for a server that honours the header:
//
//	func pay(ctx context.Context, client *http.Client, url string, order []byte, orderID string) error {
//		for attempt := 1; ; attempt++ {
//			req, err := http.NewRequestWithContext(ctx, "POST", url, bytes.NewReader(order))
//			if err != nil {
//				return err
//			}
//			req.Header.Set("Content-Type", "application/json")
//			req.Header.Set("Idempotency-Key", orderID) // the same in all attempts
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
// Remedy: make the repetition recognisable, by an Idempotency-Key that stays the
// same for all attempts or a conflict clause, or do not retry this operation.
//
// # What is never reported
//
// GET, HEAD, PUT, DELETE and the other idempotent methods. A request with a key
// made before the loop. A helper that only its package calls, where all that it is
// given has a key or such a method. An INSERT with ON CONFLICT, ON DUPLICATE KEY, IGNORE or
// the like. An UPDATE of rows that it chooses by what it changes, as optimistic
// locking does by a version: the second time it finds none. Clients that send a key by themselves. Operations of which neither
// the code nor the tables tell what they do.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore unsaferetry the server drops orders with an ID that it has seen
package unsaferetry
