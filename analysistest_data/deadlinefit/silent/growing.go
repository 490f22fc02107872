package silent

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"
)

// The waits are 1s, 2s, 4s, and then 8s: 10s hold four attempts of eight.
func growing(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	delay := time.Second
	for range 8 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return ctx.Err()
		}
		delay = min(2*delay, 8*time.Second)
	}
	return err
}

// Waits that do not grow are half as long as they may be, taken together: twice as many
// attempts are made as their longest leave room for.
func constant(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for range 8 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// Nothing limits the attempts: they are as many as the time holds.
func endless(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for delay := time.Second; ; delay = min(2*delay, 8*time.Second) {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// The factor is a setting.
func told(ctx context.Context, db *sql.DB, factor time.Duration) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	delay := time.Second
	for range 8 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return ctx.Err()
		}
		delay *= factor
	}
	return err
}
