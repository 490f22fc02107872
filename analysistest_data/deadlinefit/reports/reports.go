// Package reports holds deadlines that end a retry too early.
package reports

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"net/http"
	"time"
)

func first(parent context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(parent, 50*time.Millisecond)
	defer cancel()
	for attempt := 0; ; attempt++ {
		err := db.PingContext(ctx)
		if err == nil || attempt == 4 {
			return err
		}
		select { // want `^this wait takes 1s at least and ctx ends after 50ms: there never is a second attempt$`
		case <-time.After(time.Second + rand.N(time.Second)):
		case <-ctx.Done():
			return err
		}
	}
}

// The delay grows from a constant.
func grows(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	delay := 2 * time.Second
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(delay) // want `^this wait takes 2s at least and ctx ends after 1s`
		delay *= 2
	}
	return err
}

func shifted(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for i := range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(min(time.Second<<i, time.Minute)) // want `^this wait takes 1s at least and ctx ends after 1s`
	}
	return err
}

// Fewer than half of the attempts fit.
func few(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for range 10 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select { // want `^ctx ends after 10s, which holds 3 of the 10 attempts at most: the waits between them take 5s each at least$`
		case <-time.After(5 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// A time, and not a context.
func clock(url string) (err error) {
	end := time.Now().Add(time.Second)
	for time.Now().Before(end) {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `^this wait takes 2s at least and end ends after 1s: there never is a second attempt$`
	}
	return err
}

// The timeout of an attempt is longer than all of them may take.
func attempts(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for range 5 {
		one, done := context.WithTimeout(ctx, 30*time.Second) // want `^the timeout of an attempt, 30s, is never reached: ctx ends all attempts after 10s, so the first one that hangs is the last$`
		err = db.PingContext(one)
		done()
		if err == nil {
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
