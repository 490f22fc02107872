// Package silent holds queues that take back what failed in a way that does no harm.
package silent

import (
	"context"
	"errors"
	"log"
	"net/http"
	"strconv"
	"time"
)

type job struct {
	key      string
	attempts int
	due      time.Time
}

func send(ctx context.Context, key string) error {
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

// It waits first, or a goroutine does.
func waits(ctx context.Context, jobs chan job) {
	for j := range jobs {
		if err := send(ctx, j.key); err != nil {
			time.Sleep(time.Second)
			jobs <- j
		}
	}
}

func later(ctx context.Context, jobs chan job) {
	for j := range jobs {
		if err := send(ctx, j.key); err != nil {
			go func() {
				time.Sleep(time.Second)
				jobs <- j
			}()
		}
	}
}

func ticks(ctx context.Context, jobs chan job, tick *time.Ticker) {
	for range tick.C {
		j := <-jobs
		if err := send(ctx, j.key); err != nil {
			jobs <- j
		}
	}
}

// It is counted.
func counted(ctx context.Context, jobs chan *job) {
	for j := range jobs {
		if j.attempts > 3 {
			log.Print(j.key)
			continue
		}
		if err := send(ctx, j.key); err != nil {
			jobs <- j
		}
	}
}

func increments(ctx context.Context, jobs chan job) {
	for j := range jobs {
		if err := send(ctx, j.key); err != nil {
			j.attempts++
			jobs <- j
		}
	}
}

// It goes back for a reason of its own.
var errBusy = errors.New("busy")

func class(ctx context.Context, jobs chan job) {
	for j := range jobs {
		if err := send(ctx, j.key); errors.Is(err, errBusy) {
			jobs <- j
		}
	}
}

func guarded(ctx context.Context, jobs chan job, stopping func() bool) {
	for j := range jobs {
		if err := send(ctx, j.key); err != nil && !stopping() {
			jobs <- j
		}
	}
}

// It goes elsewhere.
func dead(ctx context.Context, jobs, dead chan job) {
	for j := range jobs {
		if err := send(ctx, j.key); err != nil {
			dead <- j
		}
	}
}

// The work is local.
func local(jobs chan job) {
	for j := range jobs {
		if _, err := strconv.Atoi(j.key); err != nil {
			jobs <- j
		}
	}
}

// The queue delays by itself.
type delaying struct {
	items []string
	due   []time.Time
}

func (q *delaying) get() string { return q.items[0] }

func (q *delaying) add(key string) {
	q.items = append(q.items, key)
	q.due = append(q.due, time.Now().Add(time.Second))
}

func delayed(ctx context.Context, q *delaying) {
	for {
		key := q.get()
		if err := send(ctx, key); err != nil {
			q.add(key)
		}
	}
}

// A pool of connections: what failed is not what goes back.
func pool(ctx context.Context, clients chan *http.Client, keys []string) {
	for _, key := range keys {
		c := <-clients
		resp, err := c.Get(key)
		if err != nil {
			log.Print(err)
		} else {
			resp.Body.Close()
		}
		clients <- c
	}
}

// brokers gives the next one, and keeps those that failed elsewhere.
type brokers struct{ seeds, dead []*http.Client }

func (b *brokers) any() *http.Client {
	if len(b.seeds) == 0 {
		return nil
	}
	return b.seeds[0]
}

func (b *brokers) deregister(c *http.Client) {
	b.seeds = b.seeds[1:]
	b.dead = append(b.dead, c)
}

func failover(b *brokers, url string) error {
	for c := b.any(); c != nil; c = b.any() {
		resp, err := ask(c, url)
		if err == nil {
			return resp.Body.Close()
		}
		b.deregister(c)
	}
	return nil
}

func ask(c *http.Client, url string) (*http.Response, error) { return c.Get(url) }
