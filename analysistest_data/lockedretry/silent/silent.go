// Package silent holds locks that are given back, or that nobody waits for.
package silent

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
	"time"
)

type store struct {
	mu sync.Mutex
	db *sql.DB
}

func (s *store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.db.Close()
}

// It is given back before the wait, here or in the function that waits.
func (s *store) around(ctx context.Context) (err error) {
	for range 9 {
		s.mu.Lock()
		err = s.db.PingContext(ctx)
		s.mu.Unlock()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) inside() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range 9 {
		if err = s.db.Ping(); err == nil {
			return nil
		}
		s.mu.Unlock()
		time.Sleep(time.Second)
		s.mu.Lock()
	}
	return err
}

func (s *store) calls() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.releasing()
}

func (s *store) releasing() (err error) {
	for range 9 {
		if err = s.db.Ping(); err == nil {
			return nil
		}
		s.mu.Unlock()
		time.Sleep(time.Second)
		s.mu.Lock()
	}
	return err
}

// The waits are short.
func (s *store) short() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range 9 {
		if err = s.db.Ping(); err == nil {
			return nil
		}
		time.Sleep(500 * time.Millisecond)
	}
	return err
}

// A goroutine waits, and not the function that holds it.
func (s *store) starts() {
	s.mu.Lock()
	defer s.mu.Unlock()
	go s.around(context.Background())
	go func() {
		for range 9 {
			if s.db.Ping() == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
}

// Nobody else takes it, and callers have no contexts.
var serial sync.Mutex

func alone(url string) (resp *http.Response, err error) {
	serial.Lock()
	defer serial.Unlock()
	for range 9 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func own(ctx context.Context, db *sql.DB) {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	for range 9 {
		if db.PingContext(ctx) == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func (s *store) try(ctx context.Context) {
	if !s.mu.TryLock() {
		return
	}
	for range 9 {
		if s.db.PingContext(ctx) == nil {
			break
		}
		time.Sleep(time.Second)
	}
}

// Each attempt has a transaction of its own.
func transfer(ctx context.Context, db *sql.DB) (err error) {
	for range 9 {
		if err = once(ctx, db); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func once(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET open = true WHERE id = 1"); err != nil {
		return err
	}
	return tx.Commit()
}

func begins(ctx context.Context, db *sql.DB) error {
	for attempt := 1; ; attempt++ {
		tx, err := db.BeginTx(ctx, nil)
		if err == nil {
			if _, err = tx.ExecContext(ctx, "UPDATE accounts SET open = true WHERE id = 1"); err != nil {
				tx.Rollback()
			} else {
				err = tx.Commit()
			}
		}
		if err == nil || attempt == 9 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Wait gives the mutex back.
type queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []string
}

func (q *queue) add(item string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, item)
	q.cond.Signal()
}

func (q *queue) get() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	return q.items[0]
}

// It is not known to be remote.
type allocator interface{ Alloc() error }

func (s *store) memory(a allocator) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range 9 {
		if err = a.Alloc(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
