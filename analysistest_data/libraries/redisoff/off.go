// Package redisoff asks a client whose own retries are off.
package redisoff

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

var client = redis.NewClient(&redis.Options{MaxRetries: -1})

func get(ctx context.Context, c *redis.Client, key string) (v string, err error) {
	for range 5 { // site: bound=attempts,ctx attempts=5 delay=constant jitter=yes wait=after-cancellable reach=ctx
		if v, err = c.Get(ctx, key).Result(); err == nil {
			return v, nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
	return "", err
}

// own tells its client alone to try again.
func own(ctx context.Context, key string) (v string, err error) {
	c := redis.NewClient(&redis.Options{MaxRetries: 2})
	for range 5 { // site: bound=attempts,ctx attempts=5 delay=constant jitter=yes wait=after-cancellable reach=ctx inner=go-redis // want `^nestedretry: attempts multiply: .*, which itself retries \(go-redis\): 5 x 3 = 15 attempts, up to 8s of waiting between the 5 alone$`
		if v, err = c.Get(ctx, key).Result(); err == nil {
			return v, nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
	return "", err
}

// either has one of two clients.
func either(ctx context.Context, key string, often bool) (v string, err error) {
	c := client
	if often {
		c = redis.NewClient(&redis.Options{MaxRetries: 2})
	}
	for range 5 { // site: bound=attempts,ctx attempts=5 delay=constant jitter=yes wait=after-cancellable reach=ctx
		if v, err = c.Get(ctx, key).Result(); err == nil {
			return v, nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
	return "", err
}
