//go:build go1.21

// Package old is built for an old version of Go.
package old

import (
	"context"
	"database/sql"
	"time"
)

func sleep(ctx context.Context, db *sql.DB) (err error) {
	for range make([]struct{}, 5) {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func counts(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 5; i++ {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Its name is taken.
func timerTaken(ctx context.Context, db *sql.DB, timer int) (err error) {
	for i := timer; i < 5; i++ {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return err
}

func leaks(ctx context.Context, work chan int) {
	for {
		select {
		case <-ctx.Done():
		case n := <-work:
			println(n)
		case <-time.After(time.Minute):
			println("idle")
		}
	}
}
