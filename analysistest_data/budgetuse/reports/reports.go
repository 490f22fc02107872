// Package reports holds budgets that do not limit.
package reports

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
	"golang.org/x/time/rate"
)

var unlimited = rate.NewLimiter(rate.Inf, 0) // want `^a budget of rate.Inf never says no: it does not limit the retries of db.PingContext$`

var second = rate.NewLimiter(rate.Limit(time.Second), 1) // want `^a rate.Limit is a number of events per second: rate.Limit\(time.Second\) of a time.Duration is one in nanoseconds, which limits nothing, where rate.Every\(time.Second\) is meant$`

var eighth = rate.NewLimiter(rate.Limit(time.Second/8), 1) // want `where rate.Every\(time.Second / 8\) is meant$`

var closed = rate.NewLimiter(rate.Every(time.Second), 0) // want `^a limiter with a burst of 0 never lets anything through: Allow always says no, and Wait always fails$`

var closedToo = rate.NewLimiter(10, 0) // want `never lets anything through`

func interval(d time.Duration) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(d), 1) // want `where rate.Every\(d\) is meant$`
}

func ping(ctx context.Context, db *sql.DB, budget *rate.Limiter) error {
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

func never(ctx context.Context, db *sql.DB) error { return ping(ctx, db, unlimited) }

func perCall(ctx context.Context, db *sql.DB) (err error) {
	budget := rate.NewLimiter(10, 10) // want `^this limiter is made anew for each call: it counts the retries of one call of db.PingContext only, and limits nothing over all of them$`
	for attempt := 1; attempt <= 5; attempt++ {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if attempt == 5 || !budget.Allow() {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func thrownAway(ctx context.Context, db *sql.DB, budget *rate.Limiter) (err error) {
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		budget.Allow() // want `^budget.Allow\(\) takes a token and its answer is thrown away: the retry goes on even if there was none$`
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func waitsOn(ctx context.Context, db *sql.DB, budget *rate.Limiter) (err error) {
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if werr := budget.Wait(context.Background()); werr != nil { // want `^budget.Wait waits for a token on a context that nothing cancels: if ctx is cancelled, it waits on$`
			return err
		}
	}
	return err
}

func ofOne(ctx context.Context, db *sql.DB) error {
	return retry.Do(ctx, retry.Policy{Budget: &retry.Budget{Ratio: 0.1}}, db.PingContext) // want `^this budget is made anew for each call: it counts the retries of one call only, and limits nothing over all of them$`
}
