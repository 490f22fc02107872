// Package nojitter holds delays that a fix draws at random.
package nojitter

import (
	"context"
	"database/sql"
	"log"
	"time"
)

func figures(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(10 * time.Second)
	}
	return err
}

func odd(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
	return err
}

func oddTwice(ctx context.Context, db *sql.DB) (err error) {
	// It may be starting.
again:
	for range 5 {
		if err = db.Ping(); err == nil {
			break again
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(1733 * time.Millisecond):
		}
	}
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		if err = db.Ping(); err == nil || n > 3 {
			return err
		}
		time.Sleep(7371 * time.Millisecond)
	}
}

func oddTaken(db *sql.DB, delay int) (err error) {
	for n := 0; ; n++ {
		if err = db.Ping(); err == nil || n > delay {
			return err
		}
		time.Sleep(7371 * time.Millisecond)
	}
}

func unit(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func oneUnit(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(1 * time.Second)
	}
	return err
}

const interval = 750 * time.Millisecond

func named(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(interval)
	}
	return err
}

type config struct {
	interval time.Duration
	seconds  int
}

// A field may be zero, which rand.N does not take.
func field(db *sql.DB, c config) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(c.interval)
	}
	return err
}

func computed(db *sql.DB, c config) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(c.seconds) * time.Second)
	}
	return err
}

func doubles(db *sql.DB) (err error) {
	delay := 100 * time.Millisecond
	for range 8 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(delay)
		delay *= 2
	}
	return err
}

func capped(ctx context.Context, db *sql.DB) error {
	delay := 100 * time.Millisecond
	for {
		err := db.Ping()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(delay):
		}
		delay = min(delay*2, time.Minute)
	}
}

// It overflows in the end.
func grows(ctx context.Context, db *sql.DB) error {
	for delay := time.Second; ; delay *= 2 {
		err := db.Ping()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(delay):
		}
	}
}

// The first delay is zero.
func linear(db *sql.DB) (err error) {
	for i := range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return err
}

func logged(db *sql.DB) (err error) {
	delay := time.Second
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		log.Printf("%v: again in %v", err, delay)
		time.Sleep(delay)
		delay += delay / 2
	}
	return err
}

func loggedAfter(ctx context.Context, db *sql.DB) (err error) {
	delay := time.Second
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		t := time.NewTimer(delay)
		log.Printf("%v: again in %v", err, delay)
		delay *= 2
		select {
		case <-t.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func reset(ctx context.Context, db *sql.DB) (err error) {
	t := time.NewTimer(0)
	defer t.Stop()
	for {
		if err = db.Ping(); err == nil {
			return nil
		}
		t.Reset(time.Minute)
		select {
		case <-t.C:
		case <-ctx.Done():
			return err
		}
	}
}

func helper(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		if err := pause(ctx, time.Minute); err != nil {
			return err
		}
	}
	return err
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
