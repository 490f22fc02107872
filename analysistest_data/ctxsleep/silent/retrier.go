package silent

import (
	"context"
	"database/sql"
	"os"
	"time"
)

// What retries is told of the context.
func patiently(ctx context.Context, f func(context.Context) error) (err error) {
	for range 6 {
		if err = f(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(10 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func handed(ctx context.Context, db *sql.DB) error {
	return patiently(ctx, db.PingContext)
}

// A wrapper that tells it, too.
func named(ctx context.Context, name string, f func(context.Context) error) error {
	return patiently(ctx, func(ctx context.Context) error { return f(ctx) })
}

func handedByTheWrapper(ctx context.Context, db *sql.DB) error {
	return named(ctx, "ping", db.PingContext)
}

// It is over before anybody notices.
func briefly(f func() error) (err error) {
	for range 4 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func soonOver(ctx context.Context, db *sql.DB) error {
	return briefly(func() error { return db.PingContext(ctx) })
}

func persistently(f func() error) (err error) {
	for range 6 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(10 * time.Second)
	}
	return err
}

// There is no context that could be told.
func atStart(db *sql.DB) error {
	return persistently(db.Ping)
}

// It is done on this machine.
func locally(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return persistently(func() error { return os.Remove(name) })
}

// Nothing can cancel what a context without an end is made into.
func labelled(ctx context.Context, who string) context.Context {
	type key struct{}
	return context.WithValue(ctx, key{}, who)
}

func withoutEnd(db *sql.DB) error {
	ctx := labelled(context.Background(), "background")
	return persistently(func() error { return db.PingContext(ctx) })
}

// Nor what all callers hand in.
func ping(ctx context.Context, db *sql.DB) error {
	return persistently(func() error { return db.PingContext(ctx) })
}

func everybody(db, other *sql.DB) error {
	ctx := labelled(context.TODO(), "everybody")
	if err := ping(context.Background(), db); err != nil {
		return err
	}
	return ping(ctx, other)
}

// A context that only the function itself ends, by a time.
func within(limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), limit)
}

func ownTime(db *sql.DB) error {
	ctx, cancel := within(time.Minute)
	defer cancel()
	ctx = labelled(ctx, "own")
	return persistently(func() error { return db.PingContext(ctx) })
}

// Clean-up goes on after the end.
func afterTheEnd(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	return persistently(db.Close)
}
