// Package reports holds loops that notice a cancellation and go on.
package reports

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
		case <-ctx.Done(): // want `^this case ends the wait but not the loop: once ctx is cancelled net.Dial is attempted again, without a wait$`
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
		case <-ctx.Done(): // want `this case ends the wait but not the loop: once ctx is cancelled db.PingContext is attempted again, without a wait`
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
		case <-ctx.Done(): // want `^this case's break leaves the select but not the loop: once ctx is cancelled net.Dial is attempted again, without a wait$`
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
		case <-c.ctx.Done(): // want `once c.ctx is cancelled c.db.Ping is attempted again`
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
		case <-r.Context().Done(): // want `once r.Context\(\) is cancelled net.Dial is attempted again`
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
		sleep(ctx, time.Second) // want `^what sleep\(ctx, time.Second\) says of a cancelled ctx is dropped: net.Dial is attempted again, without a wait$`
	}
	return nil, err
}

func blank(ctx context.Context, addr string) net.Conn {
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		_ = sleep(ctx, time.Second) // want `says of a cancelled ctx is dropped`
	}
}

func logged(ctx context.Context, addr string) net.Conn {
	for {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		if err := sleep(ctx, time.Second); err != nil { // want `says of a cancelled ctx is dropped`
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
		case <-ctx.Done(): // want `this case ends the wait but not the loop`
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

// The attempt has nothing to do with ctx, so what it says of its failure has not
// either.
func detached(ctx context.Context, db *sql.DB) error {
	err := db.PingContext(context.WithoutCancel(ctx))
	for n := 0; errors.Is(err, sql.ErrConnDone) && n < 5; n++ {
		select {
		case <-ctx.Done(): // want `this case ends the wait but not the loop`
		case <-time.After(time.Second):
		}
		err = db.PingContext(context.WithoutCancel(ctx))
	}
	return err
}

// Making a request does not fail because its context has ended.
func request(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
		if err != nil {
			return nil, err
		}
		resp, err := client.Do(req)
		if err == nil || attempt == 9 {
			return resp, err
		}
		sleep(ctx, time.Second) // want `says of a cancelled ctx is dropped: client.Do is attempted again`
	}
}
