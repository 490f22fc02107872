// Package reports holds loops whose only deadline starts anew each round.
package reports

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"net"
	"time"
)

// The context of the round is asked.
func byContext(db *sql.DB) error {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `the deadline of 1m0s starts anew each round and nothing else ends the loop: while db\.PingContext fails sooner, it never ends`
		err := db.PingContext(ctx)
		if err == nil {
			cancel()
			return nil
		}
		if ctx.Err() != nil {
			cancel()
			return err
		}
		cancel()
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// What the context of the round said is kept.
func byKept(db *sql.DB) error {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `the deadline of 1m0s starts anew each round`
		err := db.PingContext(ctx)
		expired := ctx.Err()
		cancel()
		if err == nil || expired != nil {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// The attempt's error is asked.
func byError(db *sql.DB, limit time.Duration) error {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), limit) // want `the deadline of limit starts anew each round and nothing else ends the loop`
		err := db.PingContext(ctx)
		cancel()
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// A select on the context of the round.
func bySelect(db *sql.DB) error {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `the deadline of 1m0s starts anew each round`
		err := db.PingContext(ctx)
		if err == nil {
			cancel()
			return nil
		}
		select {
		case <-ctx.Done():
			cancel()
			return err
		case <-time.After(time.Second + rand.N(time.Second)):
		}
		cancel()
	}
}

// A point of time.
func byClock(addr string) (net.Conn, error) {
	for {
		deadline := time.Now().Add(30 * time.Second) // want `the deadline of 30s starts anew each round and nothing else ends the loop: while net\.Dial fails sooner, it never ends`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if time.Now().After(deadline) {
			return nil, err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// The time since the round began.
func byStart(addr string, total time.Duration) (net.Conn, error) {
again:
	start := time.Now() // want `the deadline of total starts anew each round`
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		if time.Since(start) > total {
			return nil, err
		}
		time.Sleep(time.Second + rand.N(time.Second))
		goto again
	}
	return conn, nil
}

// A timer of the round.
func byTimer(addr string) (net.Conn, error) {
	for {
		timeout := time.NewTimer(time.Minute) // want `the deadline of 1m0s starts anew each round`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-timeout.C:
			return nil, err
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
}
