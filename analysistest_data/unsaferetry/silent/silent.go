// Package silent holds retries of what may be repeated.
package silent

import (
	"context"
	"crypto/rand"
	"database/sql"
	"io"
	"net/http"
	"strings"
	"time"
)

func get(target string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = http.Get(target); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func head(c *http.Client, target string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Head(target); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func put(ctx context.Context, c *http.Client, target, body string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, target, strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func remove(c *http.Client, target string) (resp *http.Response, err error) {
	req, err := http.NewRequest("DELETE", target, nil)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// An empty method is GET.
func noMethod(c *http.Client, target string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest("", target, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func keyOfCaller(c *http.Client, target, key string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, target, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", key)
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func keyDrawnOnce(c *http.Client, target string) (resp *http.Response, err error) {
	key := rand.Text()
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, target, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Add("X-Idempotency-Key", key)
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func keyOnSharedRequest(c *http.Client, target string) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPost, target, nil)
	if err != nil {
		return nil, err
	}
	req.Header["Idempotency-Key"] = []string{rand.Text()}
	for range 3 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type api struct{ client *http.Client }

func (a *api) send(method, target string) (*http.Response, error) {
	req, err := http.NewRequest(method, target, nil)
	if err != nil {
		return nil, err
	}
	return a.client.Do(req)
}

func (a *api) read(target string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = a.send(http.MethodGet, target); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Nobody knows the method.
func anyMethod(c *http.Client, method, target string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(method, target, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Not a retry: a POST for each item.
func postEach(targets []string) error {
	for _, t := range targets {
		resp, err := http.Post(t, "text/plain", nil)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

func once(target string) (*http.Response, error) {
	return http.Post(target, "text/plain", nil)
}

func conflictClause(db *sql.DB, name string) (err error) {
	for range 3 {
		if _, err = db.Exec("INSERT INTO users (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func upsert(db *sql.DB, name string) (err error) {
	for range 3 {
		if _, err = db.Exec("insert into users (name) values (?) on duplicate key update name = name", name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func orIgnore(db *sql.DB, name string) (err error) {
	for range 3 {
		if _, err = db.Exec("INSERT OR IGNORE INTO users (name) VALUES (?)", name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// versioned finds no row the second time.
func versioned(db *sql.DB, key, value string) (err error) {
	for range 3 {
		if _, err = db.Exec("UPDATE docs SET text = $1, version = version + 1 WHERE key = $2 AND version = 7", value, key); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// claimed finds no row the second time.
func claimed(db *sql.DB, key, value string) (err error) {
	for range 3 {
		if _, err = db.Exec("UPDATE jobs SET state = 'running', tries = tries + 1 WHERE key = $1 AND state <> 'running'", key); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// assigned puts the same there twice.
func assigned(db *sql.DB, key, value string) (err error) {
	for range 3 {
		if _, err = db.Exec("UPDATE docs SET text = $1, size = length + 1 WHERE key = $2", value, key); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// without removes a key of a JSON object.
func without(db *sql.DB, key, value string) (err error) {
	for range 3 {
		if _, err = db.Exec("UPDATE docs SET data = data - 'draft' WHERE key = $1", key); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func query(db *sql.DB, name string) (rows *sql.Rows, err error) {
	for range 3 {
		if rows, err = db.Query("SELECT name FROM inserted WHERE name = ?", name); err == nil {
			return rows, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func erase(db *sql.DB, name string) (err error) {
	for range 3 {
		if _, err = db.Exec("DELETE FROM users WHERE name = ?", name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A transport that asks for the method.
type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return t.next.RoundTrip(req)
	}
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The server has not acted on what it refuses with 429.
func throttled(c *http.Client, target string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		resp, err := c.Post(target, "text/plain", nil)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests || attempt == 3 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

func newKeyed(target, key string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodPost, target, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	return req, nil
}

func ownKeyedBuilder(c *http.Client, target, key string) (resp *http.Response, err error) {
	for range 3 {
		req, err := newKeyed(target, key, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
