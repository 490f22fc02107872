package silent

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"
)

// A timeout of one attempt is no end of the caller's context.
func timeoutsOnly(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		err = db.PingContext(attempt)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}

// A client's own timeout says that it exceeded a deadline.
func deadlinesOnly(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}

// The loop asks whether it was its own context.
func anotherOne(ctx context.Context, db *sql.DB) (err error) {
	for ctx.Err() == nil {
		if err = db.PingContext(ctx); !errors.Is(err, context.Canceled) {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return ctx.Err()
}

// All errors are tried again but that one.
func allOthers(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil || errors.Is(err, context.Canceled) {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}
