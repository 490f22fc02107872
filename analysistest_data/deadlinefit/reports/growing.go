package reports

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"
)

// The waits are 1s, 2s, 4s, and then 8s: the third begins after 3s and ends after 7s.
// Together the seven take 39s.
func growing(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	delay := time.Second
	for range 8 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select { // want `^ctx ends after 5s, which holds 3 of the 8 attempts where the waits between them are the longest: these grow and take 39s together$`
		case <-time.After(delay):
		case <-ctx.Done():
			return ctx.Err()
		}
		delay = min(2*delay, 8*time.Second)
	}
	return err
}

// With jitter none of them has a least time, and the longest are the same.
func jittered(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	delay := time.Second
	for range 8 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select { // want `^ctx ends after 5s, which holds 3 of the 8 attempts where the waits between them are the longest: these grow and take 39s together$`
		case <-time.After(rand.N(delay)):
		case <-ctx.Done():
			return ctx.Err()
		}
		delay = min(2*delay, 8*time.Second)
	}
	return err
}
