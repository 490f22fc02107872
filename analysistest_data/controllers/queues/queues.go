// Package queues uses client-go's workqueues.
package queues

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (c *controller) reconcile(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://api.example/"+key, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s", key, resp.Status)
	}
	return nil
}

func (c *controller) hot(ctx context.Context) {
	for {
		key, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		if err := c.reconcile(ctx, key); err != nil {
			c.queue.Add(key) // want `^c.queue.Add puts what failed back at once: as long as it fails it is tried again without a pause, where AddRateLimited would wait longer each time$`
		}
		c.queue.Done(key)
	}
}

func (c *controller) noForget(ctx context.Context) {
	for {
		key, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		if err := c.reconcile(ctx, key); err != nil {
			c.queue.AddRateLimited(key) // want `^what takes items from c.queue never calls Forget: failures are counted for ever, so an item that recovered waits the limiter's longest delay at its next failure$`
		}
		c.queue.Done(key)
	}
}

func (c *controller) fixed(ctx context.Context) {
	for {
		key, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		if err := c.reconcile(ctx, key); err != nil {
			c.queue.AddAfter(key, 5*time.Second) // want `^c.queue.AddAfter puts what failed back after 5s, however often it failed: the queue's rate limiter, which waits longer each time, is never asked$`
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

func (c *controller) good(ctx context.Context) {
	for {
		key, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		if err := c.reconcile(ctx, key); err != nil && c.queue.NumRequeues(key) < 10 {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

// The usual form, in several functions.
type split struct {
	queue workqueue.RateLimitingInterface
	c     *controller
}

func (s *split) worker(ctx context.Context) {
	for s.next(ctx) {
	}
}

func (s *split) next(ctx context.Context) bool {
	key, quit := s.queue.Get()
	if quit {
		return false
	}
	defer s.queue.Done(key)
	err := s.c.reconcile(ctx, key.(string))
	s.handle(err, key)
	return true
}

func (s *split) handle(err error, key any) {
	if err == nil {
		s.queue.Forget(key)
		return
	}
	if s.queue.NumRequeues(key) < 5 {
		s.queue.AddRateLimited(key)
		return
	}
	s.queue.Forget(key)
}

// The same without Forget, and at once.
type careless struct {
	queue workqueue.RateLimitingInterface
	again workqueue.RateLimitingInterface
	c     *controller
}

func (s *careless) next(ctx context.Context) bool {
	key, quit := s.queue.Get()
	if quit {
		return false
	}
	defer s.queue.Done(key)
	s.handle(s.c.reconcile(ctx, key.(string)), key)
	return true
}

func (s *careless) handle(err error, key any) {
	if err != nil {
		s.queue.AddRateLimited(key) // want `^what takes items from s.queue never calls Forget`
		s.again.Add(key)            // want `^s.again.Add puts what failed back at once`
	}
}

// What happens to a queue that is handed on is not seen.
type handing struct {
	queue workqueue.RateLimitingInterface
	c     *controller
}

func (h *handing) next(ctx context.Context, finish func(q workqueue.RateLimitingInterface, err error)) {
	key, _ := h.queue.Get()
	err := h.c.reconcile(ctx, key.(string))
	if err != nil {
		h.queue.AddRateLimited(key)
	}
	finish(h.queue, err)
}

// It goes back for a reason of its own, or after a wait, or because something
// happened.
func (c *controller) reasons(ctx context.Context) {
	for {
		key, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		err := c.reconcile(ctx, key)
		switch {
		case err == nil:
			c.queue.Forget(key)
		case apierrors.IsConflict(err):
			c.queue.Add(key)
		default:
			c.queue.AddRateLimited(key)
		}
		if err != nil {
			if apierrors.IsConflict(err) {
				c.queue.Add(key)
			}
		}
		c.queue.Done(key)
	}
}

func (c *controller) onEvent(key string) {
	c.queue.Add(key)
	if _, err := http.Get(key); err != nil {
		c.queue.AddAfter("other", time.Hour)
	}
}

// A delaying queue has no limiter to ask.
func plain(ctx context.Context, q workqueue.TypedDelayingInterface[string], c *controller) {
	for {
		key, _ := q.Get()
		if err := c.reconcile(ctx, key); err != nil {
			q.AddAfter(key, 5*time.Second)
		}
		q.Done(key)
	}
}

// Limiters.
var (
	_ = workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, math.MaxInt64) // want `^this delay doubles up to 2562047h47m16.854775807s: an item that failed for long is not tried again for days after what it needs is back$`
	_ = workqueue.NewItemExponentialFailureRateLimiter(time.Second, 0)                          // want `^a delay that begins with 1s and is 0s at most is none: what fails is tried again at once, over and over$`
	_ = workqueue.NewItemExponentialFailureRateLimiter(time.Second, 1000*time.Second)
	_ = workqueue.DefaultTypedControllerRateLimiter[string]()
)

// The item and its delay come from another call.
func next() (string, time.Duration) { return "key", time.Second }

func (c *controller) indirect(ctx context.Context) {
	key, _ := c.queue.Get()
	if err := c.reconcile(ctx, key); err != nil {
		c.queue.AddAfter(next())
	}
	c.queue.Forget(key)
}
