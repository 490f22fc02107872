// Package permanent reports errors that cannot heal and are retried all the same.
//
// # Analyzer permanent
//
// permanent: report a retry of what cannot heal though the code could tell
//
// The next attempt will fail as this one did, and the code has at hand what says
// so. Five forms are found:
//
//   - The loop looks at the status of an HTTP answer, or what it attempts does,
//     and 400, 401, 403 or 422 lead to the next attempt like 503 does.
//   - The question whether an error may heal is answered the wrong way round:
//     those that may end the loop, the others are tried again.
//   - The question decides about the wait only: errors that are none of those
//     asked for are tried again as well, and without a wait.
//   - The error of a context that was cancelled, which the attempt is given, leads to
//     the next attempt, and all others end the loop.
//   - The attempt is given a context, nothing in the loop asks whether that ended,
//     and on the way to the next attempt nothing waits: once it has ended the loop
//     spins.
//
// # Why it hurts
//
// A wrong password does not become right. The caller waits for minutes to hear
// what was known after the first answer; the server does the work again and may
// lock the account; and where nothing limits the attempts, a mistake in a
// configuration looks like an outage that never ends. The Google SRE book asks to
// tell retriable errors from others and never to retry the latter
// (https://sre.google/sre-book/addressing-cascading-failures/).
//
// # Before and after
//
// Before:
//
//	func get(client *http.Client, url string) (*http.Response, error) {
//		for range 5 {
//			resp, err := client.Get(url)
//			if err != nil {
//				return nil, err
//			}
//			if resp.StatusCode < 400 {
//				return resp, nil
//			}
//			resp.Body.Close()
//			time.Sleep(rand.N(time.Second))
//		}
//		return nil, errors.New("no luck")
//	}
//
// After, with rand from math/rand/v2:
//
//	func get(client *http.Client, url string) (*http.Response, error) {
//		for attempt := 1; ; attempt++ {
//			resp, err := client.Get(url)
//			if err != nil {
//				return nil, err
//			}
//			if resp.StatusCode != http.StatusBadGateway {
//				return resp, nil
//			}
//			resp.Body.Close()
//			if attempt == 5 {
//				return nil, errors.New("no luck")
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//	}
//
// Remedy: end the loop for what cannot heal: an ended context, a refused request
// (4xx but 408, 425 and 429), an error that is none of those that may heal.
//
// # What is never reported
//
// A loop that asks what its error or answer is in a way that cannot be followed: a
// function that is given the response, a flag, a class of errors, a bool or a number
// beside the error. Loops that wait
// until a server is there, by the name of the function around them. Answers such
// as 404, which may change. A loop that waits between the attempts although its
// context ended: that is what ctxsleep is about. Errors of which only their
// library knows that they cannot heal. Less than a hundred attempts that fail at
// once after a cancellation: they are over before anybody notices. Answers that are asked
// for again for less than a second in all.
//
// # Suppression
//
// Write the reason on the line of the finding or on the line above:
//
//	//retryvet:ignore permanent the gateway answers 401 while it renews its own token
package permanent
