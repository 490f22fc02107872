package exec

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"time"
)

// They do nothing but call an operation until it succeeds.
func init() {
	Cases["plainCtx"], Cases["plainEndless"], Cases["plainWrapped"], Cases["plainLogs"] = plainCtx, plainEndless, plainWrapped, plainLogs
	Cases["plainGoesOn"], Cases["plainGrows"] = plainGoesOn, plainGrows
	Cases["plainDeclared"] = plainDeclared
	Cases["plainValue"], Cases["plainPair"], Cases["plainValueEndless"] = logged(plainValue), logged(plainPair), logged(plainValueEndless)
	Cases["plainValueGoesOn"] = logged(plainValueGoesOn)
	Cases["keptEndless"] = keptEndless
	Cases["keptCounter"], Cases["keptOwnError"], Cases["keptCompared"] = keptCounter, keptOwnError, keptCompared
	Cases["keptLeft"] = keptLeft
}

// Endless are those that only a success ends.
var Endless = map[string]bool{
	"plainEndless": true, "plainGrows": true, "plainValueEndless": true, "keptEndless": true, "keptLeft": true,
}

// logged is a case of a retry with a result.
func logged(retry func(context.Context, *sql.DB) (string, error)) func(context.Context, *sql.DB) error {
	return func(ctx context.Context, op *sql.DB) error {
		v, err := retry(ctx, op)
		log.Printf("<%s>", v)
		return err
	}
}

// version returns a part of its result with an error.
func version(op *sql.DB) (string, error) {
	if err := op.Ping(); err != nil {
		return "part", err
	}
	return "whole", nil
}

func plainCtx(ctx context.Context, op *sql.DB) error {
	var err error
	for i := 0; i < 4; i++ {
		err = op.PingContext(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func plainEndless(ctx context.Context, op *sql.DB) error {
	for {
		if err := op.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func plainGrows(ctx context.Context, op *sql.DB) error {
	delay := time.Second
	for {
		err := op.Ping()
		if err == nil {
			return nil
		}
		time.Sleep(delay)
		delay *= 2
	}
}

func plainWrapped(ctx context.Context, op *sql.DB) error {
	var err error
	for range 3 {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("no database: %w", err)
}

func plainLogs(ctx context.Context, op *sql.DB) (err error) {
	for range 3 {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	log.Print("giving up: ", err)
	return err
}

func plainGoesOn(ctx context.Context, op *sql.DB) error {
	var err error
again:
	for range 3 {
		if err = op.Ping(); err == nil {
			break again
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	log.Print("up")
	return op.Ping()
}

func plainValue(ctx context.Context, op *sql.DB) (string, error) {
	var v string
	var err error
	for range 4 {
		if v, err = version(op); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return "", fmt.Errorf("no version: %w", err)
}

func plainPair(ctx context.Context, op *sql.DB) (string, error) {
	var (
		v   string
		err error
	)
	for range 4 {
		if v, err = version(op); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return v, err
}

func plainValueEndless(ctx context.Context, op *sql.DB) (string, error) {
	for {
		v, err := version(op)
		if err == nil {
			return v + "!", nil
		}
		time.Sleep(time.Second)
	}
}

func plainValueGoesOn(ctx context.Context, op *sql.DB) (v string, err error) {
	delay := time.Second
	for range 4 {
		v, err = version(op)
		if err == nil {
			break
		}
		time.Sleep(delay)
		delay = min(2*delay, time.Minute)
	}
	if err != nil {
		return "none", err
	}
	return v + "!", nil
}

func plainDeclared(ctx context.Context, op *sql.DB) error {
	// What the last attempt says.
	var err error
	for range 3 {
		if err = op.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	return op.Ping()
}

// More than a call: it stays a loop, over the attempts of package retry.
func keptEndless(ctx context.Context, op *sql.DB) error {
	var err error
	for {
		if err = op.Ping(); err == nil {
			return nil
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
}

func keptCounter(ctx context.Context, op *sql.DB) (err error) {
	for i := range 4 {
		if err = numbered(op, i); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func numbered(op *sql.DB, n int) error {
	log.Print("attempt ", n)
	return op.Ping()
}

// The zero value of the error's type is an error, once it is one of error.
func keptOwnError(ctx context.Context, op *sql.DB) error {
	for range 4 {
		if err := own(op); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("down")
}

type ownError struct{ error }

func own(op *sql.DB) *ownError {
	if err := op.Ping(); err != nil {
		return &ownError{err}
	}
	return nil
}

// The error of package retry is another one.
func keptCompared(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	if err == sql.ErrConnDone {
		return nil
	}
	return err
}

// What follows the loop follows a success.
func keptLeft(ctx context.Context, op *sql.DB) error {
	for {
		if err := op.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return op.Ping()
}
