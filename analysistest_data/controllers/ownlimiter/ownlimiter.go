// Package ownlimiter has a rate limiter that counts nothing, so that there is nothing to
// forget.
package ownlimiter

import (
	"context"
	"net/http"
	"time"

	"k8s.io/client-go/util/workqueue"
)

type fixed struct{}

func (fixed) When(string) time.Duration { return 10 * time.Second }
func (fixed) Forget(string)             {}
func (fixed) NumRequeues(string) int    { return 1 }

type controller struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	client *http.Client
}

func newController() *controller {
	return &controller{workqueue.NewTypedRateLimitingQueue[string](fixed{}), http.DefaultClient}
}

func (c *controller) work(ctx context.Context) {
	for {
		key, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		if err := c.reconcile(ctx, key); err != nil {
			c.queue.AddRateLimited(key)
		}
		c.queue.Done(key)
	}
}

func (c *controller) reconcile(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://example.com/"+key, nil)
	if err != nil {
		return err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
