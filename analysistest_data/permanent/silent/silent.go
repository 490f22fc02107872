// Package silent holds loops that end when an error cannot heal, and loops that
// cannot tell.
package silent

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

func onlyOverload(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		resp, err = client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return resp, nil
}

func bySwitch(client *http.Client, req *http.Request) (*http.Response, error) {
	for range 5 {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusBadGateway:
			resp.Body.Close()
			time.Sleep(time.Second)
		default:
			return resp, nil
		}
	}
	return nil, errors.New("failed")
}

func retryable(resp *http.Response, err error) bool {
	return err != nil || resp.StatusCode >= 500
}

func byQuestion(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		resp, err = client.Do(req)
		if !retryable(resp, err) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func byFlag(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		resp, err = client.Do(req)
		again := retryable(resp, err)
		if !again {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// Whatever the server answers, it is not there yet.
func waitReady(url string) error {
	for range 100 {
		resp, err := http.Get(url)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(time.Second)
	}
	return errors.New("not ready")
}

// Nobody looks at the status.
func anyAnswer(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The token is renewed.
func renews(client *http.Client, req *http.Request, token func() string) (*http.Response, error) {
	for range 3 {
		req.Header.Set("Authorization", token())
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusUnauthorized {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errors.New("unauthorized")
}

// Who asks is said anew.
type session struct {
	client *http.Client
	token  string
}

func (s *session) forget() { s.token = "" }

func (s *session) signsIn(req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := s.client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusUnauthorized {
			return resp, nil
		}
		resp.Body.Close()
		s.forget()
	}
	return nil, errors.New("unauthorized")
}

// The next server may know more.
func (s *session) nextServer(url func(int) string) (*http.Response, error) {
	for i := range 3 {
		resp, err := s.client.Get(url(i))
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errors.New("nobody knows")
}

var errGone = errors.New("gone")

type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprint(e.code) }

func typed(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &statusError{resp.StatusCode}
	}
	return io.ReadAll(resp.Body)
}

func asksType(url string) (body []byte, err error) {
	for range 5 {
		body, err = typed(url)
		var status *statusError
		if err == nil || errors.As(err, &status) && status.code < 500 {
			return body, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func told(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusGone {
		return nil, errGone
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	return io.ReadAll(resp.Body)
}

func asksSentinel(url string) (body []byte, err error) {
	for range 5 {
		if body, err = told(url); err == nil || errors.Is(err, errGone) {
			return body, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Questions about the error.

func isTemporary(err error) bool {
	var netErr net.Error
	return errors.As(err, &netErr) && netErr.Timeout()
}

func theRightWay(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil || !isTemporary(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// An outage is waited out for longer, nothing is tried at once.
func anotherWait(db *sql.DB) (err error) {
	for range 5 {
		if err = db.Ping(); err == nil {
			return nil
		}
		if isTemporary(err) {
			time.Sleep(time.Minute)
			continue
		}
		time.Sleep(time.Second)
	}
	return err
}

// The context ended.

func asked(ctx context.Context, db *sql.DB) error {
	for ctx.Err() == nil {
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return ctx.Err()
}

func askedOfError(ctx context.Context, db *sql.DB) error {
	for {
		err := db.PingContext(ctx)
		if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
}

// It waits all the same; the wait is another matter.
func sleeps(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func selects(ctx context.Context, db *sql.DB) error {
	for {
		err := db.PingContext(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// Only the attempt's own time is over.
func ownTime(db *sql.DB) (err error) {
	for range 5 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err = db.PingContext(ctx)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// Time passes between all rounds, if not after the last one.
func waitsBetween(ctx context.Context, db *sql.DB) (err error) {
	const tries = 3
	for attempt := range tries {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if attempt < tries-1 {
			time.Sleep(time.Second)
		}
	}
	return err
}

var errExpired = errors.New("expired")

type receiver interface {
	receive(ctx context.Context) error
}

type judge struct{}

func (judge) again(err error, ctx context.Context) bool { return err != nil && ctx.Err() == nil }

// What ended by ctx is no expired connection, and again is given ctx.
func receives(ctx context.Context, r receiver, j judge) error {
retry:
	err := r.receive(ctx)
	if err == errExpired {
		goto retry
	}
	if j.again(err, ctx) {
		goto retry
	}
	return err
}
