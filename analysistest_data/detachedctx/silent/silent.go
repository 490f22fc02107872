// Package silent holds attempts that run on the context in reach, or have a reason
// not to.
package silent

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"net/http"
	"net/smtp"
	"time"
)

func attached(ctx context.Context, db *sql.DB) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		err := db.PingContext(attempt)
		cancel()
		if err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// Only for callers that give none.
func defaulted(ctx context.Context, db *sql.DB) error {
	if ctx == nil {
		ctx = context.Background()
	}
	for {
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// Said to be on purpose.
func without(ctx context.Context, db *sql.DB) error {
	for {
		if err := db.PingContext(context.WithoutCancel(ctx)); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// Nothing in reach.
func start(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// What is in reach cannot be cancelled either.
func local(db *sql.DB) error {
	ctx := context.Background()
	for {
		if err := db.PingContext(context.TODO()); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// Behind the end.
func drained(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	for {
		if _, err := db.ExecContext(context.Background(), "DELETE FROM leases"); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

// In the case of the end.
func inCase(ctx context.Context, db *sql.DB, jobs <-chan string) {
	for {
		select {
		case j := <-jobs:
			println(j)
		case <-ctx.Done():
			for range 3 {
				if _, err := db.ExecContext(context.Background(), "DELETE FROM leases"); err == nil {
					return
				}
				time.Sleep(rand.N(time.Second))
			}
			return
		}
	}
}

// Behind a loop that ends with the context.
func behindLoop(ctx context.Context, db *sql.DB, jobs <-chan string) {
loop:
	for {
		select {
		case j := <-jobs:
			println(j)
		case <-ctx.Done():
			break loop
		}
	}
	for range 3 {
		if _, err := db.ExecContext(context.Background(), "DELETE FROM leases"); err == nil {
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}

// When the context is found to have ended.
func asked(ctx context.Context, db *sql.DB) {
	if ctx.Err() != nil {
		for range 3 {
			if _, err := db.ExecContext(context.Background(), "DELETE FROM leases"); err == nil {
				return
			}
			time.Sleep(rand.N(time.Second))
		}
	}
}

// Deferred.
func deferred(ctx context.Context, db *sql.DB) error {
	defer func() {
		for range 3 {
			if _, err := db.ExecContext(context.Background(), "DELETE FROM leases"); err == nil {
				return
			}
			if sleep(ctx) != nil {
				return
			}
		}
	}()
	defer forget(ctx, db)
	return db.PingContext(ctx)
}

// Called by a defer statement.
func forget(ctx context.Context, db *sql.DB) {
	for range 3 {
		if _, err := db.ExecContext(context.Background(), "DELETE FROM leases"); err == nil {
			return
		}
		if sleep(ctx) != nil {
			return
		}
	}
}

// By what is called.
func unlocked(ctx context.Context, l locker) error {
	for {
		if err := l.Unlock(context.Background()); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// By its own name.
type server struct {
	ctx context.Context
	db  *sql.DB
}

func (s *server) Shutdown(ctx context.Context) error {
	for {
		if err := s.db.PingContext(context.Background()); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// A method that does not look for the end of its object.
func (s *server) record() error {
	for {
		if err := s.db.PingContext(context.Background()); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

// The context is cancelled with the one in reach.
func linked(ctx context.Context, db *sql.DB) error {
	attempt, cancel := context.WithCancel(context.Background())
	defer context.AfterFunc(ctx, cancel)()
	for {
		if err := db.PingContext(attempt); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// By a goroutine.
func linkedByHand(ctx context.Context, db *sql.DB) error {
	attempt, cancel := context.WithCancel(context.Background())
	go func() {
		<-ctx.Done()
		time.Sleep(time.Second)
		cancel()
	}()
	for {
		if err := db.PingContext(attempt); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// A goroutine that outlives the request.
func outlives(ctx context.Context, db *sql.DB, id string) error {
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	go func() {
		for range 5 {
			if _, err := db.ExecContext(context.Background(), "INSERT INTO log VALUES ($1)", id); err == nil {
				return
			}
			time.Sleep(rand.N(time.Second))
		}
	}()
	return nil
}

// A function that runs when the context may be over.
func registered(ctx context.Context, db *sql.DB, onEnd func(func())) error {
	onEnd(func() {
		for range 5 {
			if err := db.PingContext(context.Background()); err == nil {
				return
			}
			time.Sleep(rand.N(time.Second))
		}
	})
	return db.PingContext(ctx)
}

// Another struct's context.
func others(s *server, db *sql.DB) error {
	for {
		if err := db.PingContext(context.Background()); err == nil {
			return nil
		}
		if err := sleep(s.ctx); err != nil {
			return err
		}
	}
}

type locker interface {
	Unlock(ctx context.Context) error
}

func sleep(ctx context.Context) error {
	select {
	case <-time.After(time.Second + rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Nothing like it takes a context.
func noTwin(ctx context.Context, addr string) (*smtp.Client, error) {
	for {
		c, err := smtp.Dial(addr)
		if err == nil {
			return c, nil
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
}

// There is no context.
func noContext(url string) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return nil, err
}

type table struct{ ctx context.Context }

func (t table) within(ctx context.Context) table { return table{ctx} }

func (t table) Load() error {
	_, err := smtp.Dial("localhost")
	return err
}

func (t table) LoadContext(ctx context.Context) error { return ctx.Err() }

// What it is called on has the context.
func bound(ctx context.Context, t table) error {
	for {
		if err := t.within(ctx).Load(); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// What has ended cannot stop what comes after.
func after(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	for {
		if err := db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// The call that takes a context is made of the one that takes none.
func (t table) OpenContext(ctx context.Context) error {
	for {
		if err := t.Open(); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

func (t table) Open() error {
	_, err := smtp.Dial("localhost")
	return err
}

type option func(*table)

// CopyWithContext is an option.
func (t table) CopyWithContext(ctx context.Context) option {
	return func(t *table) { t.ctx = ctx }
}

func (t table) Copy() error {
	_, err := smtp.Dial("localhost")
	return err
}

// It is named like the one without a context, but is something else.
func notAlike(ctx context.Context, t table) error {
	for {
		if err := t.Copy(); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}
