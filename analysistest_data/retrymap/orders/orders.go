// Package orders keeps orders.
package orders

import (
	"context"
	"net/http"
	"time"

	"example.com/shop/payments"
	"example.com/shop/retry"
)

// Store keeps orders.
type Store struct{ pay *payments.Client }

// New makes a store.
func New(pay *payments.Client) *Store { return &Store{pay} }

// Load asks for what was paid, three times with growing delays.
func (s *Store) Load(ctx context.Context, id string) error {
	return retry.Do(ctx, 3, func() error { return s.pay.Charge(ctx, id) })
}

// Refund goes down the tree of what belongs to an order, and asks at each of its nodes.
func (s *Store) Refund(ctx context.Context, id string) error {
	if err := s.walk(ctx, id, 3); err != nil {
		return err
	}
	return nil
}

func (s *Store) walk(ctx context.Context, id string, deep int) error {
	if deep > 0 {
		if err := s.walk(ctx, id+"/"+id, deep-1); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for {
		err := audit(ctx, id)
		if err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
}

func audit(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://audit.example.com/refunds/"+id, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
