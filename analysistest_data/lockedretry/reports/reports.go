// Package reports holds locks and transactions that are held over waits.
package reports

import (
	"context"
	"database/sql"
	"math/rand/v2"
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

func (s *store) connect(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for attempt := 1; ; attempt++ {
		err := s.db.PingContext(ctx)
		if err == nil || attempt == 5 {
			return err
		}
		select { // want `^s.mu is held while the retry of s.db.PingContext waits, up to 8s in all: whoever wants it stands still, whatever its own deadline says$`
		case <-time.After(time.Second + rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// The wait is two calls away.
func (s *store) begin() error {
	s.mu.Lock()
	err := s.prepare() // want `^s.mu is held while the retry of s.db.Ping waits, up to 9s in all`
	s.mu.Unlock()
	return err
}

func (s *store) prepare() error { return s.ping() }

func (s *store) ping() (err error) {
	for range 10 {
		if err = s.db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Its callers have contexts, and nobody else takes it.
var (
	once   sync.Mutex
	client *http.Response
)

func get(ctx context.Context, url string) (*http.Response, error) {
	once.Lock()
	defer once.Unlock()
	if client != nil {
		return client, nil
	}
	return fetch(url) // want `^once is held while the retry of http.Get waits`
}

func fetch(url string) (*http.Response, error) {
	for delay := time.Second; ; delay = min(2*delay, time.Minute) {
		if resp, err := http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(delay)
	}
}

// A read lock stops those who write.
type cache struct {
	sync.RWMutex
	urls []string
}

func (c *cache) add(u string) {
	c.Lock()
	c.urls = append(c.urls, u)
	c.Unlock()
}

func (c *cache) fill() {
	c.RLock()
	defer c.RUnlock()
	for _, u := range c.urls {
		for range 7 {
			if _, err := http.Get(u); err == nil {
				break
			}
			time.Sleep(time.Second) // want `^c is held while the retry of http.Get waits, up to 6s in all`
		}
	}
}

// One way gives it back, and the other does not.
func (s *store) sometimes(early bool) (err error) {
	s.mu.Lock()
	if early {
		s.mu.Unlock()
	}
	for range 9 {
		if err = s.db.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second) // want `^s.mu is held`
	}
	return err
}

func transfer(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for attempt := 1; ; attempt++ {
		_, err := tx.ExecContext(ctx, "UPDATE accounts SET open = true WHERE id = 1")
		if err == nil {
			return tx.Commit()
		}
		if attempt == 7 {
			return err
		}
		time.Sleep(time.Second) // want `^tx is held while the retry of tx.ExecContext waits, up to 6s in all: the rows that it has locked stay locked, and one connection of the pool is taken, while nothing happens$`
	}
}

func inLiteral(s *store) {
	go func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for range 9 {
			if s.db.Ping() == nil {
				return
			}
			time.Sleep(time.Second) // want `^s.mu is held`
		}
	}()
}
