// Package backend has interfaces and, beside them, what implements them.
package backend

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
)

// Client has one implementation, which sends a request.
type Client interface {
	Name(key string) (string, error)
}

type client struct{ http *http.Client }

func New(c *http.Client) Client { return &client{c} }

func (c *client) Name(key string) (string, error) {
	resp, err := c.http.Get("https://example.com/" + key)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

type fakeClient struct{}

func (fakeClient) Name(key string) (string, error) { return key, nil }

// Solver has one, which computes.
type Solver interface {
	Solve(ctx context.Context, n int) (int, error)
}

type newton struct{}

func (newton) Solve(ctx context.Context, n int) (int, error) {
	if n == 0 {
		return 0, errors.New("no solution")
	}
	return 1 / n, ctx.Err()
}

// Fetch is a variable, as tests like it.
var Fetch = fetch

func fetch() error {
	resp, err := http.Get("https://example.com/")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var answer any
	return json.NewDecoder(resp.Body).Decode(&answer)
}
