// Package silent holds loops that something else ends.
package silent

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"net"
	"time"
)

// The deadline of all attempts.
func total(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		err := db.PingContext(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// A timeout for each below a number of attempts.
func counted(db *sql.DB) (err error) {
	for range 5 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err = db.PingContext(ctx)
		expired := ctx.Err()
		cancel()
		if err == nil || expired != nil {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}

// Below the caller's context.
func called(ctx context.Context, db *sql.DB) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		err := db.PingContext(attempt)
		cancel()
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// Below a stop channel.
func stopped(db *sql.DB, stop <-chan struct{}) error {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := db.PingContext(ctx)
		expired := ctx.Err()
		cancel()
		if err == nil || expired != nil {
			return err
		}
		select {
		case <-stop:
			return err
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
}

// Below errors of a class.
func classed(db *sql.DB) error {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := db.PingContext(ctx)
		cancel()
		if err == nil || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, sql.ErrConnDone) {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// The deadline stands before the loop.
func before(addr string) (net.Conn, error) {
	deadline := time.Now().Add(30 * time.Second)
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil || time.Now().After(deadline) {
			return conn, err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// Two deadlines, one of all.
func both(addr string) (net.Conn, error) {
	deadline := time.Now().Add(time.Minute)
	for {
		start := time.Now()
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if time.Since(start) > 10*time.Second || time.Now().After(deadline) {
			return nil, err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// It gives up where attempts are short: that is no deadline.
func short(addr string) (net.Conn, error) {
	for {
		start := time.Now()
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if time.Since(start) < time.Millisecond {
			return nil, err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// A deadline that moves with what arrives.
func idle(addr string, news <-chan int) (net.Conn, error) {
	deadline := time.Now().Add(time.Minute)
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil || time.Now().After(deadline) {
			return conn, err
		}
		select {
		case <-news:
			deadline = time.Now().Add(time.Minute)
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
}

// Nothing ends it: the check uncapped says so.
func endless(db *sql.DB) {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := db.PingContext(ctx)
		cancel()
		if err == nil {
			return
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// What stands before the first semicolon is made once.
func inHeader(addr string) (conn net.Conn, err error) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Second + rand.N(time.Second)) {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}
