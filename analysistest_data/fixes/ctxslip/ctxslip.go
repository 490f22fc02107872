// Package ctxslip holds loops that notice a cancellation and go on.
package ctxslip

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net"
	"net/http"
	"time"
)

func empty(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func logs(ctx context.Context, db *sql.DB) error {
	for {
		err := db.PingContext(ctx)
		if err == nil {
			return nil
		}
		timer := time.NewTimer(time.Second)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			log.Print("giving up")
		}
	}
}

func breaks(ctx context.Context, addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		select {
		case <-ctx.Done():
			log.Print(ctx.Err())
			break
		case <-time.After(time.Second):
		}
	}
}

type conn struct {
	ctx context.Context
	db  *sql.DB
}

func (c *conn) field() (err error) {
	for range 5 {
		if err = c.db.Ping(); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-c.ctx.Done():
		}
	}
	return err
}

func ofRequest(r *http.Request, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-r.Context().Done():
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func dropped(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		sleep(ctx, time.Second)
	}
	return nil, err
}

func blank(ctx context.Context, addr string) net.Conn {
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		_ = sleep(ctx, time.Second)
	}
}

func logged(ctx context.Context, addr string) net.Conn {
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		if err := sleep(ctx, time.Second); err != nil {
			log.Print(err)
		}
	}
}

// Only one of the answers that the server gives ends the loop.
func otherClass[T any](ctx context.Context, get func() (T, error), addr string) (conn net.Conn, err error) {
	var refused *net.OpError
	for i := 0; i < 9; i++ {
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		if !errors.As(err, &refused) {
			log.Print(err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

// Its break was meant for the loop, and something follows it.
func breaksInto(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			break
		}
		select {
		case <-ctx.Done():
			break // give up
		case <-time.After(time.Second):
		}
	}
	log.Printf("dialled %s: %v", addr, err)
	return conn, err
}

// The loop has a label already.
func labelled(ctx context.Context, addr string) (conn net.Conn) {
	var err error
dialling:
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			break dialling
		}
		select {
		case <-ctx.Done():
			break
		case <-time.After(time.Second):
		}
	}
	log.Print(err)
	return conn
}

// The case does something, which may be all that was meant.
func refusedDoes(ctx context.Context, addr string, stop func()) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			stop()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

// What it returns is not known.
func refusedResult(ctx context.Context, addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
