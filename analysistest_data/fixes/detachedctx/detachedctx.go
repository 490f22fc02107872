// Package detachedctx holds attempts that no context in reach ends.
package detachedctx

import (
	"context"
	"database/sql"
	"time"
)

func argument(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(context.Background()); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

func timeout(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		limited, cancel := context.WithTimeout(context.Background(), time.Second)
		err = db.PingContext(limited)
		cancel()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

func refusedVariable(ctx context.Context, db *sql.DB) (err error) {
	own := context.Background()
	for range 5 {
		if err = db.PingContext(own); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}
