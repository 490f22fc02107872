// Package api answers requests.
package api

import (
	"context"
	"net/http"
	"time"

	"example.com/shop/orders"
)

// Store is what the server asks for.
type Store interface {
	Load(ctx context.Context, id string) error
	Refund(ctx context.Context, id string) error
}

var _ Store = (*orders.Store)(nil)

// Stock is what there is.
type Stock interface {
	Count(item string) error
	Reserve(item string) error
}

// Server answers requests.
type Server struct {
	Store Store
	Stock Stock
}

// Count answers with what there is.
func (s *Server) Count(w http.ResponseWriter, r *http.Request) {
	if err := s.Stock.Count(r.FormValue("item")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// Reserve takes something.
func (s *Server) Reserve(w http.ResponseWriter, r *http.Request) {
	if err := s.Stock.Reserve(r.FormValue("item")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// Orders tries five times, a second apart.
func (s *Server) Orders(w http.ResponseWriter, r *http.Request) {
	var err error
	for attempt := 0; attempt < 5; attempt++ {
		if err = s.Store.Load(r.Context(), r.FormValue("id")); err == nil {
			return
		}
		if attempt < 4 {
			time.Sleep(time.Second)
		}
	}
	http.Error(w, err.Error(), http.StatusBadGateway)
}

// Refund asks once, and the store asks again.
func (s *Server) Refund(w http.ResponseWriter, r *http.Request) {
	if err := s.Store.Refund(r.Context(), r.FormValue("id")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// Refresh starts what nobody waits for: its failures are no failures of the loop.
func (s *Server) Refresh(ctx context.Context) {
	for range 3 {
		go func() {
			s.Store.Load(ctx, "all")
		}()
	}
}
