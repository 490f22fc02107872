// Package reports holds retries of what takes effect each time.
package reports

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"io"
	"net/http"
	"net/smtp"
	"net/url"
	"strings"
	"time"
)

func post(target string, body []byte) (resp *http.Response, err error) {
	for range 3 {
		resp, err = http.Post(target, "application/json", bytes.NewReader(body)) // want `^this retry repeats POST without an Idempotency-Key: an attempt that took effect before it failed takes effect twice$`
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func postForm(c *http.Client, target string, form url.Values) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.PostForm(target, form); err == nil { // want `^this retry repeats POST without an Idempotency-Key: `
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func request(ctx context.Context, c *http.Client, target, body string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		resp, err = c.Do(req) // want `^this retry repeats POST without an Idempotency-Key: `
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func requestOutside(c *http.Client, target string) (resp *http.Response, err error) {
	req, err := http.NewRequest("PATCH", target, http.NoBody)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.Do(req); err == nil { // want `^this retry repeats PATCH without an Idempotency-Key: `
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func methodInLocal(c *http.Client, target string) (resp *http.Response, err error) {
	method := http.MethodPost
	for range 3 {
		req, err := http.NewRequest(method, target, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil { // want `^this retry repeats POST without an Idempotency-Key: `
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func newCreate(target string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodPost, target, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return req, nil
}

func ownBuilder(c *http.Client, target, body string) (resp *http.Response, err error) {
	for range 3 {
		req, err := newCreate(target, strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil { // want `^this retry repeats POST without an Idempotency-Key: `
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

func (a *api) ownSender(target string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = a.send("POST", target); err == nil { // want `^this retry repeats POST without an Idempotency-Key: `
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func freshKey(c *http.Client, target string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, target, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", rand.Text())
		if resp, err = c.Do(req); err == nil { // want `^this retry repeats POST whose Idempotency-Key is drawn anew for each attempt: an attempt that took effect before it failed takes effect twice$`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func freshKeyInLocal(c *http.Client, target string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, target, nil)
		if err != nil {
			return nil, err
		}
		key := rand.Text()
		req.Header.Set("X-Idempotency-Key", key)
		if resp, err = c.Do(req); err == nil { // want `^this retry repeats POST whose Idempotency-Key is drawn anew for each attempt: `
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func byStatus(c *http.Client, target string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		resp, err := c.Post(target, "text/plain", nil) // want `^this retry repeats POST without an Idempotency-Key: `
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 || attempt == 3 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

func insert(ctx context.Context, db *sql.DB, name string) (err error) {
	for range 3 {
		if _, err = db.ExecContext(ctx, "INSERT INTO users (name) VALUES ($1)", name); err == nil { // want `^this retry repeats INSERT without a conflict clause: `
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

const insertOrder = `
	insert into orders (customer, total)
	values (?, ?)`

func insertConstant(tx *sql.Tx, customer string, total int) (err error) {
	for range 3 {
		if _, err = tx.Exec(insertOrder, customer, total); err == nil { // want `^this retry repeats INSERT without a conflict clause: `
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func increment(ctx context.Context, db *sql.DB, key string) (err error) {
	for range 3 {
		if _, err = db.ExecContext(ctx, "UPDATE counters SET n = n + 1 WHERE key = $1", key); err == nil { // want `^this retry repeats UPDATE that computes n from its old value: `
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

const takeFromStock = `
	update stock
	set changed = now(), pieces = stock.pieces - ?
	where article = ? and pieces > 0`

func decrement(tx *sql.Tx, article string) (err error) {
	for range 3 {
		if _, err = tx.Exec(takeFromStock, 1, article); err == nil { // want `^this retry repeats UPDATE that computes pieces from its old value: `
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func mail(addr string, to []string, text []byte) (err error) {
	for range 3 {
		if err = smtp.SendMail(addr, nil, "a@example.com", to, text); err == nil { // want `^this retry repeats SendMail publishes: an attempt`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func jump(c *http.Client, target string) (resp *http.Response, err error) {
	n := 0
again:
	resp, err = c.Post(target, "text/plain", nil) // want `^this retry repeats POST without an Idempotency-Key: `
	if err != nil && n < 3 {
		n++
		time.Sleep(time.Second)
		goto again
	}
	return resp, err
}

func do(op func() error) (err error) {
	for range 3 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func throughRetrier(c *http.Client, target string) error {
	return do(func() error {
		resp, err := c.Post(target, "text/plain", nil) // want `^this retry repeats POST without an Idempotency-Key: `
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// A transport gets all that its client sends.
type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil { // want `^this retry repeats every request, POST and PATCH included: `
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func newKey() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func freshKeyByHelper(c *http.Client, target string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, target, nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", newKey())
		if resp, err = c.Do(req); err == nil { // want `^this retry repeats POST whose Idempotency-Key is drawn anew for each attempt: `
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
