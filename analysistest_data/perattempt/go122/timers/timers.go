// Package timers is built for a version of Go that keeps timers and tickers until
// they are stopped.
package timers

import (
	"context"
	"database/sql"
	"time"
)

func ticks(ctx context.Context, db *sql.DB) error {
	for {
		t := time.NewTicker(time.Second) // want `t is not stopped before the next attempt makes another, and the file's Go version is below 1\.23: each attempt leaves one running`
		if err := db.PingContext(ctx); err == nil {
			t.Stop()
			return nil
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func stopped(ctx context.Context, db *sql.DB) error {
	for {
		t := time.NewTicker(time.Second)
		err := db.PingContext(ctx)
		if err == nil {
			t.Stop()
			return nil
		}
		select {
		case <-t.C:
			t.Stop()
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

func woken(ctx context.Context, db *sql.DB, wake <-chan int) error {
	for {
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
		t := time.NewTimer(time.Minute) // want `t is not stopped before the next attempt makes another`
		select {
		case <-t.C:
		case <-wake:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A timer that has fired is gone.
func fired(ctx context.Context, db *sql.DB) error {
	for {
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
		t := time.NewTimer(time.Minute)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

// The loop stops it before the next attempt.
func stoppedLate(ctx context.Context, db *sql.DB, wake <-chan int) error {
	for {
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
		t := time.NewTimer(time.Minute)
		select {
		case <-t.C:
		case <-wake:
			t.Stop()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
