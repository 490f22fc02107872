// Package exec holds retries that are run before and after they were fixed.
package exec

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"time"
)

// Cases are the retries, by name. They try op, which is like a ping of a
// database.
var Cases = map[string]func(ctx context.Context, op *sql.DB) error{
	"constant": constant, "doubling": doubling, "endless": endless, "labelled": labelled, "wrapped": wrapped, "linear": linear, "received": received, "closed": closed,
}

func constant(ctx context.Context, op *sql.DB) (err error) {
	for range 5 {
		if err = op.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func doubling(ctx context.Context, op *sql.DB) (err error) {
	delay := time.Second
	for i := 0; i < 6; i++ {
		if err = op.Ping(); err == nil {
			log.Print("up after ", i)
			return nil
		}
		log.Print(i, err)
		time.Sleep(delay)
		delay *= 2
	}
	return err
}

func endless(ctx context.Context, op *sql.DB) error {
	delay := time.Second
	for {
		err := op.Ping()
		if err == nil {
			return nil
		}
		if errors.Is(err, sql.ErrConnDone) {
			return fmt.Errorf("for good: %w", err)
		}
		time.Sleep(delay)
		delay = min(2*delay, time.Minute)
	}
}

func labelled(ctx context.Context, op *sql.DB) (err error) {
retry:
	for n := range 8 {
		err = op.Ping()
		switch {
		case err == nil:
			break retry
		case n%2 == 1:
			time.Sleep(time.Minute)
			continue retry
		}
		time.Sleep(time.Second)
	}
	log.Print("left with ", err)
	return err
}

func wrapped(ctx context.Context, op *sql.DB) error {
	var last error
	for n := 1; n <= 4; n++ {
		if last = op.Ping(); last == nil {
			return nil
		}
		<-time.After(time.Duration(n) * time.Second)
	}
	return fmt.Errorf("no success: %w", last)
}

func linear(ctx context.Context, op *sql.DB) (err error) {
	for i := range 4 {
		if err = op.Ping(); err == nil {
			break
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return err
}

func received(ctx context.Context, op *sql.DB) (err error) {
	for range 4 {
		if err = op.Ping(); err == nil {
			return nil
		}
		t := time.NewTimer(time.Second)
		<-t.C
	}
	return err
}

func closed(ctx context.Context, op *sql.DB) error {
	run := func() (bool, error) {
		for range 3 {
			if err := op.Ping(); err == nil {
				return true, nil
			}
			time.Sleep(time.Second)
		}
		return false, errors.New("down")
	}
	ok, err := run()
	log.Print(ok)
	return err
}
