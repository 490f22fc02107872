package reports

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// A retrier that is given no context: nothing ends its wait, and who calls it knows of
// a context that could.
func persistently(f func() error) (err error) {
	for range 6 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(10 * time.Second) // want `in persistently ignores cancellation, as it is given no context though 2 of its callers have one: that waits up to 10s`
	}
	return err
}

func pings(ctx context.Context, db *sql.DB) error {
	return persistently(func() error { return db.PingContext(ctx) })
}

// What waits is told of a context, but of one that never ends.
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

func stubbornly(f func() error) error {
	return patiently(context.Background(), func(context.Context) error { return f() })
}

func fetch(ctx context.Context, client *http.Client, url string) (resp *http.Response, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	err = stubbornly(func() error { // want `stubbornly waits between attempts and is not told of ctx: when that is cancelled it goes on waiting$`
		resp, err = client.Do(req)
		return err
	})
	return resp, err
}

// The method that hands on what it is given has a context itself: that one is for it to
// tell, whoever calls it.
type store struct {
	db   *sql.DB
	life context.Context
	end  context.CancelFunc
}

func open(db *sql.DB) *store {
	s := &store{db: db}
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

func (s *store) retry(f func() error) error {
	return stubbornly(f)
}

func (s *store) ping(ctx context.Context) error {
	return s.retry(func() error { return s.db.PingContext(ctx) })
}

func (s *store) close() { s.end() }

// A context that is handed on by a function which others call, too.
func (s *store) touch(ctx context.Context, id string) error {
	return persistently(func() error {
		_, err := s.db.ExecContext(ctx, "UPDATE seen SET at = now() WHERE id = $1", id)
		return err
	})
}

func (s *store) touchAll(ctx context.Context, ids []string) error {
	if err := s.touch(context.Background(), "all"); err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.touch(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// All calls of one retrier are one finding, at the first.
func pingBoth(ctx context.Context, first, second *sql.DB) error {
	if err := doggedly(func() error { return first.PingContext(ctx) }); err != nil { // want `doggedly waits between attempts and is not told of ctx: when that is cancelled it goes on waiting, here and in another call of the package`
		return err
	}
	return doggedly(func() error { return second.PingContext(ctx) })
}

func doggedly(f func() error) error {
	return patiently(context.Background(), func(context.Context) error { return f() })
}
