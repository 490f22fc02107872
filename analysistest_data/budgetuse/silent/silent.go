// Package silent holds limiters that limit, or are not meant to.
package silent

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"golang.org/x/time/rate"
)

var budget = rate.NewLimiter(rate.Every(time.Second), 10)

func ping(ctx context.Context, db *sql.DB) error {
	for {
		err := db.PingContext(ctx)
		if err == nil || !budget.Allow() {
			return err
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Numbers, and not durations.
func numbers(n int, d time.Duration) []*rate.Limiter {
	return []*rate.Limiter{
		rate.NewLimiter(rate.Limit(n), n),
		rate.NewLimiter(rate.Limit(time.Second/d), n),
		rate.NewLimiter(rate.Limit(time.Second)/rate.Limit(d), n),
		rate.NewLimiter(rate.Limit(d.Seconds()), n),
	}
}

// All or nothing on purpose, or set later.
var (
	unlimited = rate.NewLimiter(rate.Inf, 0)
	nothing   = rate.NewLimiter(0, 0)
	later     = rate.NewLimiter(rate.Inf, 1)
)

func serve(ctx context.Context) error { return unlimited.Wait(ctx) }

func configure(perSecond float64) { later.SetLimit(rate.Limit(perSecond)) }

func limited(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(ctx); err == nil || !later.Allow() {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// It paces.
func paced(ctx context.Context, db *sql.DB) (err error) {
	pace := rate.NewLimiter(rate.Every(time.Second), 1)
	for range 5 {
		if err = pace.Wait(ctx); err != nil {
			return err
		}
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// It is for all calls of the function that is returned.
func pinger(db *sql.DB) func(context.Context) error {
	all := rate.NewLimiter(10, 10)
	return func(ctx context.Context) (err error) {
		for range 5 {
			if err = db.PingContext(ctx); err == nil || !all.Allow() {
				return err
			}
			time.Sleep(rand.N(time.Second))
		}
		return err
	}
}

// A token for what has happened.
func account(l *rate.Limiter) { l.Allow() }

// Nothing else is in reach.
func waits(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		if werr := budget.Wait(context.Background()); werr != nil {
			return err
		}
	}
	return err
}

var policy = retry.Policy{Budget: &retry.Budget{}}

func shared(ctx context.Context, db *sql.DB) error { return retry.Do(ctx, policy, db.PingContext) }

type client struct{ policy retry.Policy }

func newClient() *client { return &client{retry.Policy{Budget: &retry.Budget{}}} }

// A method value in parentheses.
func parens(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(ctx); err == nil || !(budget.Allow)() {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
