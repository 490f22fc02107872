// Package off turns the clients' own retries off.
package off

import (
	"math/rand/v2"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/redis/go-redis/v9"
)

func connect(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})
}

func fetch(url string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 0
	var err error
	for range 3 { // site: bound=attempts attempts=3 delay=constant jitter=yes wait=sleep
		resp, e := c.Get(url)
		if e == nil {
			return resp.Body.Close()
		}
		err = e
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}
