// Package reports holds queues of the package's own that take back what failed.
package reports

import (
	"context"
	"log"
	"net/http"
	"sync"
)

type queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []string
}

func (q *queue) Add(key string) {
	q.mu.Lock()
	q.items = append(q.items, key)
	q.mu.Unlock()
	q.cond.Signal()
}

func (q *queue) Get() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	k := q.items[0]
	q.items = q.items[1:]
	return k
}

type controller struct {
	q    *queue
	jobs chan job
}

type job struct{ key string }

func (c *controller) reconcile(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://api.example/"+key, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *controller) worker(ctx context.Context) {
	for ctx.Err() == nil {
		key := c.q.Get()
		if err := c.reconcile(ctx, key); err != nil {
			log.Printf("reconcile %s: %v", key, err)
			c.q.Add(key) // want `^c.q.Add puts what failed back at once: while it keeps failing it is tried over and over without a pause$`
		}
	}
}

func (c *controller) elseBranch(ctx context.Context) {
	for {
		key := c.q.Get()
		err := c.reconcile(ctx, key)
		if err == nil {
			log.Print(key)
		} else {
			c.q.Add(key) // want `c.q.Add puts what failed back at once`
		}
	}
}

func (c *controller) channel(ctx context.Context, jobs chan job) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-jobs:
			if err := c.reconcile(ctx, j.key); err != nil {
				jobs <- j // want `^what failed is sent back to jobs, which this loop receives from: while it keeps failing it is tried over and over without a pause, and if the channel is full the loop blocks for ever$`
			}
		}
	}
}

func (c *controller) ranged(ctx context.Context) {
	for j := range c.jobs {
		if err := c.reconcile(ctx, j.key); err != nil {
			c.jobs <- j // want `^what failed is sent back to c.jobs`
		}
	}
}
