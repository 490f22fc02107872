// Package stores sets up the retries of databases and brokers.
package stores

import (
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"
)

var (
	meantOff = redis.NewClient(&redis.Options{Addr: "a:1", MaxRetries: 0}) // want `0 retries are the default of 3: -1 turns retries off`
	off      = redis.NewClient(&redis.Options{Addr: "a:1", MaxRetries: -1})
	flat     = redis.NewClient(&redis.Options{Addr: "a:1", MinRetryBackoff: 2 * time.Second}) // want `MinRetryBackoff of 2s is above MaxRetryBackoff of 1s`
	rising   = redis.NewClient(&redis.Options{Addr: "a:1", MinRetryBackoff: 100 * time.Millisecond, MaxRetryBackoff: 2 * time.Second})
)

func together(dsn string) (*pgxpool.Config, error) {
	c, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	fill(c)
	return c, nil
}

func fill(c *pgxpool.Config) {
	c.MaxConns = 20
}

func spread() *pgxpool.Config {
	var c pgxpool.Config
	c.MinConns = 10
	c.MaxConnLifetime = time.Hour
	c.MaxConnLifetimeJitter = 10 * time.Minute
	return &c
}

var (
	plain  = kgo.RetryBackoffFn(func(tries int) time.Duration { return time.Duration(tries) * 100 * time.Millisecond }) // want `this back-off has no jitter, where the default has`
	random = kgo.RetryBackoffFn(func(tries int) time.Duration { return rand.N(time.Duration(tries+1) * 100 * time.Millisecond) })
)

var (
	narrow = kafka.Writer{WriteBackoffMin: 5 * time.Second} // want `WriteBackoffMin of 5s is above WriteBackoffMax of 1s`
	broad  = kafka.Writer{WriteBackoffMin: 100 * time.Millisecond, WriteBackoffMax: 5 * time.Second}
	unit   = kafka.Writer{WriteBackoffMax: 500}                                                      // want `WriteBackoffMax is a time.Duration of 500ns`
	reader = kafka.ReaderConfig{ReadBackoffMin: 2 * time.Second}                                     // want `ReadBackoffMin of 2s is above ReadBackoffMax of 1s: NewReader panics`
	reads  = kafka.ReaderConfig{ReadBackoffMin: 100 * time.Millisecond, ReadBackoffMax: time.Minute} //
)
