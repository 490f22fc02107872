// Package silent holds deadlines that hold what is under them, or are not known.
package silent

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"
)

func fits(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for attempt := 0; ; attempt++ {
		err := db.PingContext(ctx)
		if err == nil || attempt == 4 {
			return err
		}
		select {
		case <-time.After(time.Second + rand.N(time.Second)):
		case <-ctx.Done():
			return err
		}
	}
}

// It holds most of the attempts.
func most(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(10 * time.Second)
	}
	return err
}

// A random delay may be short.
func random(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(10 * time.Second))
	}
	return err
}

// A delay that may become shorter, or is not constant.
func shrinks(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	delay := 4 * time.Second
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(delay)
		delay /= 2
	}
	return err
}

func given(ctx context.Context, db *sql.DB, timeout, delay time.Duration) (err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(delay)
	}
	return err
}

// The deadline is of one attempt, or of something else.
func each(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		one, cancel := context.WithTimeout(ctx, time.Second)
		err = db.PingContext(one)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

func other(ctx context.Context, db, cache *sql.DB) (err error) {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := cache.PingContext(short); err == nil {
		return nil
	}
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

// The attempt's is shorter.
func shorter(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for range 5 {
		one, done := context.WithTimeout(ctx, 5*time.Second)
		err = db.PingContext(one)
		done()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The timeout comes from another call, or the method stands in parentheses.
func settings() (context.Context, time.Duration) { return context.Background(), time.Second }

func forms(db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(settings())
	defer cancel()
	end := (time.Now().Add)(time.Minute)
	for time.Now().Before(end) {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}
