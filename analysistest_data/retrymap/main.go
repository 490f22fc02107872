// Command shop sells things. What it does when a service that it needs is down is worked
// out by hand in the test of the map.
package main

import (
	"context"
	"net/http"

	"example.com/shop/api"
	"example.com/shop/orders"
	"example.com/shop/payments"
	"example.com/shop/stock"
)

func main() {
	cfg := payments.DefaultConfig()
	s := &api.Server{Store: orders.New(payments.New(cfg)), Stock: stock.Warehouse{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders", s.Orders)
	mux.Handle("POST /refund", http.HandlerFunc(s.Refund))
	mux.HandleFunc("GET /stock", s.Count)
	mux.HandleFunc("POST /stock", s.Reserve)
	go s.Refresh(context.Background())
	http.ListenAndServe(":8080", mux)
}
