// Package redis asks a client that retries by itself, through a chain of methods.
package redis

import (
	"context"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

func get(ctx context.Context, c *goredis.Client, key string) (v string, err error) {
	for range 5 { // site: bound=attempts,ctx attempts=5 delay=constant jitter=no wait=after-cancellable reach=ctx inner=go-redis // want `^nestedretry: attempts multiply: .*, which itself retries \(go-redis\): 5 x 4 = 20 attempts, up to 4s of waiting between the 5 alone$`
		if v, err = c.Get(ctx, key).Result(); err == nil {
			return v, nil
		}
		select { // want `^nojitter: the delay of 1s`
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return "", err
}

func count(ctx context.Context, c *goredis.Client, key string) (err error) {
	for range 2 { // site: bound=attempts attempts=2 inner=go-redis reach=ctx
		if err = c.Incr(ctx, key).Err(); err == nil { // want `^unsaferetry: this retry repeats Incr increments: `
			return nil
		}
	}
	return err
}
