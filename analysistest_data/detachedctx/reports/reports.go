// Package reports holds attempts that run on a context which nothing cancels.
package reports

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func direct(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(context.Background()); err == nil { // want `db\.PingContext runs on context\.Background\(\) though ctx is in reach: cancelling ctx does not stop it`
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
	return err
}

func todo(ctx context.Context, db *sql.DB) error {
again:
	if err := db.PingContext(context.TODO()); err != nil { // want `db\.PingContext runs on context\.TODO\(\) though ctx is in reach`
		if err := sleep(ctx); err != nil {
			return err
		}
		goto again
	}
	return nil
}

// Derived in the loop.
func derived(ctx context.Context, db *sql.DB) error {
	for {
		attempt, cancel := context.WithTimeout(context.Background(), time.Second)
		err := db.PingContext(attempt) // want `db\.PingContext runs on context\.Background\(\) though ctx is in reach`
		cancel()
		if err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// Derived before the loop, in steps.
func derivedBefore(parent context.Context, db *sql.DB) error {
	base := context.WithValue(context.Background(), key{}, 1)
	ctx, cancel := context.WithDeadline(base, time.Now().Add(time.Minute))
	defer cancel()
	for {
		if err := db.PingContext(ctx); err == nil { // want `db\.PingContext runs on context\.Background\(\) though parent is in reach`
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// The parameter is overwritten.
func overwritten(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range 5 {
		if err := db.PingContext(ctx); err == nil { // want `db\.PingContext runs on context\.Background\(\) though ctx is in reach`
			return nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return errors.New("no database")
}

// A request's context.
func handle(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	for range 3 {
		if db.PingContext(context.Background()) == nil { // want `db\.PingContext runs on context\.Background\(\) though r\.Context\(\) is in reach`
			w.WriteHeader(http.StatusOK)
			return
		}
		if sleep(r.Context()) != nil {
			return
		}
	}
}

// A context of the function's own that signals cancel.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	db, err := sql.Open("postgres", "")
	if err != nil {
		return
	}
	for db.PingContext(context.Background()) != nil { // want `db\.PingContext runs on context\.Background\(\) though ctx is in reach`
		if sleep(ctx) != nil {
			return
		}
	}
}

// The cancel function is somebody else's.
func group(db *sql.DB, add func(run func() error, stop func(error))) {
	ctx, cancel := context.WithCancel(context.Background())
	add(func() error {
		return repeat(ctx, func() error {
			attempt, done := context.WithTimeout(context.Background(), time.Second)
			defer done()
			return db.PingContext(attempt) // want `db\.PingContext runs on context\.Background\(\) though ctx is in reach`
		})
	}, func(error) { cancel() })
}

// The helper itself runs detached.
func helped(ctx context.Context, db *sql.DB) error {
	return repeat(context.Background(), func() error { // want `repeat runs on context\.Background\(\) though ctx is in reach`
		return db.PingContext(ctx)
	})
}

// A field that the method uses.
type watcher struct {
	ctx context.Context
	db  *sql.DB
}

func (w *watcher) run() error {
	for {
		if err := w.db.PingContext(context.Background()); err == nil { // want `w\.db\.PingContext runs on context\.Background\(\) though w\.ctx is in reach`
			return nil
		}
		if err := sleep(w.ctx); err != nil {
			return err
		}
	}
}

// A goroutine that ends with the context.
func background(ctx context.Context, db *sql.DB) {
	go func() {
		for {
			if db.PingContext(context.Background()) == nil { // want `db\.PingContext runs on context\.Background\(\) though ctx is in reach`
				return
			}
			if sleep(ctx) != nil {
				return
			}
		}
	}()
}

// By a type parameter.
func generic[T pinger](ctx context.Context, p T) error {
	for {
		if err := p.PingContext(context.TODO()); err == nil { // want `p\.PingContext runs on context\.TODO\(\) though ctx is in reach`
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

type pinger interface {
	PingContext(ctx context.Context) error
}

func shorthand(ctx context.Context, url string) error {
	for {
		resp, err := http.Get(url) // want `^http\.Get takes no context though ctx is in reach: cancelling ctx does not stop it, as it would with http\.NewRequestWithContext$`
		if err == nil {
			return resp.Body.Close()
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

func handed(ctx context.Context, client *http.Client, url string) error {
	return repeat(ctx, func() error {
		resp, err := client.Get(url) // want `client\.Get takes no context though ctx is in reach`
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func twin(r *http.Request, db *sql.DB) error {
	for {
		if err := db.Ping(); err == nil { // want `db\.Ping takes no context though r\.Context\(\) is in reach: cancelling r\.Context\(\) does not stop it, as it would with PingContext`
			return nil
		}
		if err := sleep(r.Context()); err != nil {
			return err
		}
	}
}

type key struct{}

func repeat(ctx context.Context, f func() error) error {
	for {
		if err := f(); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

func sleep(ctx context.Context) error {
	select {
	case <-time.After(time.Second + rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
