package retryhttp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/retryvet/retryvet/runtime/retry"
	"github.com/retryvet/retryvet/runtime/retryhttp"
)

// A POST is repeated only with a key by which the server knows it again.
func ExampleTransport() {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if requests++; requests == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s of %s", body, r.Header.Get("Idempotency-Key"))
	}))
	defer server.Close()

	client := &http.Client{Transport: &retryhttp.Transport{
		Base:   server.Client().Transport,
		Policy: retry.Policy{MaxAttempts: 4},
	}}
	req, _ := http.NewRequest("POST", server.URL, strings.NewReader("payment"))
	req.Header.Set("Idempotency-Key", "order 17")
	resp, err := client.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	fmt.Printf("%s after %d requests\n", body, requests)
	// Output: payment of order 17 after 2 requests
}
