// Package ctxsleep holds waits that a fix lets a context end.
package ctxsleep

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	. "time"
	clock "time"
)

func lastIsError(ctx context.Context, addr string) (net.Conn, error) {
	var err error
	for range 5 {
		var conn net.Conn
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		// Give the other side a second.
		clock.Sleep(clock.Second) // and no more
	}
	return nil, err
}

type point struct{ x, y int }

type number int

// The zero values of all kinds of results.
func manyResults(ctx context.Context, db *sql.DB) (n number, s string, ok bool, p point, q *point, a [2]int, f func(), e any, err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return 1, "up", true, point{1, 2}, &point{}, [2]int{}, nil, nil, nil
		}
		clock.Sleep(clock.Minute)
	}
	return
}

func generic[T any](ctx context.Context, get func() (T, error)) (T, error) {
	for n := 0; ; n++ {
		v, err := get()
		if err == nil {
			return v, nil
		}
		if n == 5 {
			return *new(T), fmt.Errorf("getting: %w", err)
		}
		clock.Sleep(clock.Second)
	}
}

// What the function returns with every error, it returns here too.
func usual(ctx context.Context, db *sql.DB) (int, error) {
	for n := 0; ; n++ {
		err := db.Ping()
		if err == nil {
			return n, nil
		}
		if n == 5 {
			return -1, err
		}
		clock.Sleep(clock.Second)
	}
}

func dotImport(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		Sleep(Second)
	}
	return err
}

func withoutResults(ctx context.Context, db *sql.DB) {
	for range 5 {
		if db.Ping() == nil {
			return
		}
		clock.Sleep(clock.Second)
	}
	log.Print("no database")
}

// The function's own way to take notice is taken again.
func precedent(ctx context.Context, db *sql.DB) (string, bool) {
	for {
		select {
		case <-ctx.Done():
			log.Print("cancelled")
			return "cancelled", false
		default:
		}
		if db.Ping() == nil {
			return "up", true
		}
		clock.Sleep(clock.Second)
	}
}

func asksBefore(ctx context.Context, db *sql.DB) error {
	for {
		if ctx.Err() != nil {
			return fmt.Errorf("cancelled: %w", ctx.Err())
		}
		if err := db.Ping(); err == nil {
			return nil
		}
		clock.Sleep(clock.Second)
	}
}

// What follows the loop deals with the cancellation.
func asksInHeader(ctx context.Context, db *sql.DB) error {
	for ctx.Err() == nil {
		if err := db.Ping(); err == nil {
			return nil
		}
		clock.Sleep(clock.Second)
	}
	return fmt.Errorf("database: %w", context.Cause(ctx))
}

func voidLogs(ctx context.Context, db *sql.DB) {
	for range 5 {
		err := db.Ping()
		if err == nil {
			return
		}
		clock.Sleep(clock.Second)
	}
	log.Print("no database")
}

func giveUpValue(ctx context.Context, db *sql.DB) bool {
	for range 5 {
		if db.Ping() == nil {
			return true
		}
		clock.Sleep(clock.Second)
	}
	return false
}

func closure(ctx context.Context, db *sql.DB) func() error {
	return func() (err error) {
		for range 5 {
			if err = db.Ping(); err == nil {
				return nil
			}
			clock.Sleep(clock.Second)
		}
		return err
	}
}

func goroutine(ctx context.Context, db *sql.DB, wg *sync.WaitGroup) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range 5 {
			if db.Ping() == nil {
				return
			}
			clock.Sleep(clock.Second)
		}
	}()
}

// The lock is given back by a defer.
func locked(ctx context.Context, db *sql.DB, mu *sync.Mutex) (err error) {
	mu.Lock()
	defer mu.Unlock()
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		clock.Sleep(clock.Second)
	}
	return err
}

func inSelectWithLabel(ctx context.Context, db *sql.DB, work chan int) (err error) {
loop:
	for range 5 {
		if err = db.Ping(); err == nil {
			break loop
		}
		switch {
		case len(work) > 0:
			clock.Sleep(clock.Second)
		default:
			clock.Sleep(clock.Minute)
			continue loop
		}
	}
	return err
}

func receive(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		<-clock.After(clock.Second)
	}
	return err
}

func lonelySelect(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		select {
		case <-clock.After(clock.Second):
		}
	}
	return err
}

func timer(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		t := clock.NewTimer(clock.Second)
		<-t.C
	}
	return err
}

func request(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	for range 3 {
		if db.Ping() == nil {
			return
		}
		clock.Sleep(clock.Second)
	}
}

type client struct {
	ctx  context.Context
	stop chan struct{}
	db   *sql.DB
}

func (c client) field() (err error) {
	for range 5 {
		if err = c.db.Ping(); err == nil {
			return nil
		}
		clock.Sleep(clock.Second)
	}
	return err
}

type server struct {
	stop chan struct{}
	db   *sql.DB
}

// Where a stop channel ends the wait, the function gives up.
func (s *server) givesUp() error {
	var err error
	for range 5 {
		if err = s.db.Ping(); err == nil {
			return nil
		}
		clock.Sleep(clock.Second)
	}
	return err
}

func (s *server) loop() {
	for {
		if s.db.Ping() == nil {
			return
		}
		clock.Sleep(clock.Second)
	}
}

// Something called err is needed for the delay.
func hidden(ctx context.Context, db *sql.DB, after func(error) clock.Duration) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		clock.Sleep(after(err))
	}
	return err
}
