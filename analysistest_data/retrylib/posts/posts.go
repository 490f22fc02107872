// Package posts sends what must not be sent twice by clients that do.
package posts

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
)

func pay(ctx context.Context, body string) (*http.Response, error) {
	c := retryablehttp.NewClient()
	return c.Post("https://pay.example.com/payments", "application/json", strings.NewReader(body)) // want `go-retryablehttp sends this POST up to 5 times and it has no Idempotency-Key`
}

func payByRequest(ctx context.Context, body string) (*http.Response, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, "https://pay.example.com/payments", strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	return retryablehttp.NewClient().Do(req) // want `go-retryablehttp sends this POST up to 5 times`
}

func payWithKey(ctx context.Context, body, key string) (*http.Response, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, "https://pay.example.com/payments", strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	return retryablehttp.NewClient().Do(req)
}

func search(ctx context.Context, body string) (*http.Response, error) {
	return retryablehttp.NewClient().Post("https://example.com/search", "application/json", strings.NewReader(body))
}

func get(ctx context.Context) (*http.Response, error) {
	return retryablehttp.NewClient().Get("https://example.com/payments")
}

func retrying() *resty.Client { return resty.New().SetRetryCount(3) }

func order(c *resty.Client, body string) (*resty.Response, error) {
	return c.R().SetBody(body).Post("https://example.com/orders") // want `resty sends this POST up to 4 times`
}
