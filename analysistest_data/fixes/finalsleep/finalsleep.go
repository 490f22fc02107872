// Package finalsleep holds loops that wait after their last attempt.
package finalsleep

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

func ranges(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second) // a second
	}
	return err
}

func counts(db *sql.DB, c struct{ tries int }) (err error) {
	for try := 1; try <= c.tries; try++ {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func below(db *sql.DB, n int) (err error) {
	for i := 0; i < n; i++ {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * time.Second)
	}
	return err
}

func down(db *sql.DB, n int) (err error) {
	for left := n; left > 0; left-- {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func list(db *sql.DB) (err error) {
	delays := []time.Duration{time.Second, 2 * time.Second}
	for _, d := range delays {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

func selects(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			// Nobody waits any more.
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

// The limit is another in each round.
func refusedChanging(db *sql.DB, n int) (err error) {
	for i := 0; i < n; i++ {
		if err = db.Ping(); err == nil {
			return nil
		}
		if errors.Is(err, sql.ErrConnDone) {
			n--
		}
		time.Sleep(time.Second)
	}
	return err
}

func given(db *sql.DB, delays []time.Duration) (err error) {
	for n, d := range delays {
		if err = db.Ping(); err == nil {
			return nil
		}
		println(n)
		time.Sleep(d)
	}
	return err
}

// Without a name it has no length.
func refusedLiteral(db *sql.DB) (err error) {
	for _, d := range []time.Duration{time.Second, 2 * time.Second} {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

// The case of the timer does more.
func refusedWork(ctx context.Context, db *sql.DB) (err error) {
	waited := 0
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
			waited++
		}
	}
	println(waited)
	return err
}

// Each limit has a name of its own.
func twice(db, replica *sql.DB) (err error) {
	// The first one may be slow to start.
	for i := 0; i < 200; i++ {
		if err = db.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return err
	}
	for i := 1; i <= 3; i++ {
		if err = replica.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func inside(dbs []*sql.DB) (err error) {
	for _, db := range dbs {
	again:
		for range 3 {
			if err = db.Ping(); err == nil {
				break again
			}
			time.Sleep(time.Second)
		}
	}
	return err
}

// Limit and delay get a name above the loop, both.
func odd(db *sql.DB) (err error) {
	for i := 1; i <= 3; i++ {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(1733 * time.Millisecond)
	}
	return err
}

// Where no error is the last, what follows may need the wait.
func asks(db *sql.DB, look func(*sql.DB) (int, error)) (n int, err error) {
	for i := 0; i < 5; i++ {
		if n, err = look(db); err == nil && n > 0 {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return 0, err
	}
	return 0, db.Ping()
}
