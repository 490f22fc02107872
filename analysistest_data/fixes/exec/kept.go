package exec

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"
)

// Their loops stay, also with retry.Attempts at hand.
func init() {
	Cases["compares"], Cases["otherDelay"], Cases["goesOnAfter"] = compares, otherDelay, goesOnAfter
	Cases["limitOfCaller"], Cases["otherUse"] = limitOfCaller, otherUse
	Cases["nilWithoutSuccess"] = nilWithoutSuccess
}

// The error of retry.Attempts wraps the operation's.
func compares(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err == nil || err == sql.ErrConnDone {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// A policy has no delay that grows by half.
func otherDelay(ctx context.Context, op *sql.DB) (err error) {
	delay := time.Second
	for range 4 {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(delay)
		delay = delay * 3 / 2
	}
	return err
}

// What follows does not tell whether there was a success.
func goesOnAfter(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if errors.Is(err, sql.ErrConnDone) {
		err = nil
	}
	return err
}

// Zero attempts of a loop are the default of a policy.
func limitOfCaller(ctx context.Context, op *sql.DB) error { return limited(ctx, op, 3) }

func limited(ctx context.Context, op *sql.DB, limit int) (err error) {
	for range limit {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The delay is of use to others.
func otherUse(ctx context.Context, op *sql.DB) (err error) {
	delay := time.Second
	for range 4 {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(delay)
		delay *= 2
	}
	log.Print(delay)
	return err
}

// The error of the last attempt may be nil without a success.
func nilWithoutSuccess(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		err = op.Ping()
		if err == nil && op.Stats().Idle == 0 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
