// Package silent holds loops that a cancellation ends, sooner or later.
package silent

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net"
	"net/http"
	"time"
)

func returns(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func byLabel(ctx context.Context, addr string) (conn net.Conn, err error) {
dial:
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			break dial
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func byCondition(ctx context.Context, addr string) (conn net.Conn, err error) {
	for ctx.Err() == nil {
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

func afterwards(ctx context.Context, addr string) (conn net.Conn, err error) {
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

func byFlag(ctx context.Context, addr string) net.Conn {
	stopped := false
	for !stopped {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
		select {
		case <-ctx.Done():
			log.Print("stopping")
			stopped = true
		case <-time.After(time.Second):
		}
	}
	return nil
}

func byErrorVariable(ctx context.Context, addr string) (conn net.Conn, err error) {
	var stop error
	for stop == nil {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			stop = ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, stop
}

// One more attempt, whose failure says why.
func byAttempt(ctx context.Context, db *sql.DB) error {
	for {
		err := db.PingContext(ctx)
		if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func mayHeal(err error) bool {
	var netErr net.Error
	return errors.As(err, &netErr) && netErr.Timeout()
}

// What may heal is asked elsewhere.
func byClass(ctx context.Context, db *sql.DB) error {
	for {
		err := db.PingContext(ctx)
		if err == nil || !mayHeal(err) {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func asked(ctx context.Context, addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if !sleep(ctx, time.Second) {
			return nil, ctx.Err()
		}
	}
	return nil, err
}

func askedLater(ctx context.Context, addr string) (conn net.Conn, err error) {
	for {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if slept := sleep(ctx, time.Second); !slept {
			return nil, ctx.Err()
		}
	}
}

func droppedButAsked(ctx context.Context, addr string) (conn net.Conn, err error) {
	for ctx.Err() == nil {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		sleep(ctx, time.Second)
	}
	return nil, err
}

// The context is that of one attempt.
func ofTheAttempt(addr string) (conn net.Conn, err error) {
	for range 5 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		if conn, err = net.Dial("tcp", addr); err == nil {
			cancel()
			return conn, nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Minute):
		}
		cancel()
	}
	return nil, err
}

// Nothing can cancel it.
func background(addr string) (conn net.Conn, err error) {
	ctx := context.Background()
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

type server struct {
	closed func() bool
}

// The condition may well know.
func (s *server) byState(ctx context.Context, addr string) (conn net.Conn, err error) {
	for !s.closed() {
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

// A drain: what is left in the queue is worked off.
func drains(ctx context.Context, queue chan string) {
	for {
		select {
		case <-ctx.Done():
			for {
				select {
				case addr := <-queue:
					log.Print(addr)
				default:
					return
				}
			}
		case addr := <-queue:
			if _, err := net.Dial("tcp", addr); err != nil {
				log.Print(err)
			}
		}
	}
}

// Before the attempt.
func before(ctx context.Context, addr string) (conn net.Conn, err error) {
	for i := 0; ; i++ {
		if i > 0 {
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if conn, err = net.Dial("tcp", addr); err == nil || i == 5 {
			return conn, err
		}
	}
}

// An attempt that ctx ends does not fail by that class.
func class(ctx context.Context, db *sql.DB) error {
	err := db.PingContext(ctx)
	for n := 0; errors.Is(err, sql.ErrConnDone) && n < 5; n++ {
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
		err = db.PingContext(ctx)
	}
	return err
}

// What sends the request asks its context, and so does the token before it.
func tokenFirst(ctx context.Context, client *http.Client, token func(context.Context) (string, error), url string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		auth, err := token(ctx)
		if err != nil {
			return nil, err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", auth)
		resp, err := client.Do(req)
		if err == nil || attempt == 9 {
			return resp, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
