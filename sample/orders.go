// Package sample is a client with the mistakes that retryvet finds. To see them,
// run this in the root of the repository:
//
//	go run ./cmd/retryvet -C sample ./...
package sample

import (
	"bytes"
	"context"
	"net/http"
	"time"
)

// Place places an order. It tries until the shop answers.
func Place(ctx context.Context, client *http.Client, shop string, order []byte) error {
	delay := 100 * time.Millisecond
	for {
		resp, err := client.Post(shop, "application/json", bytes.NewReader(order))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(delay)
		delay *= 2
	}
}
