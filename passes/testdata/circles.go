// Package p sets variables to themselves and to each other: whoever follows them to what
// they are set to has to end somewhere.
package p

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net/http"
	"strings"
	"time"
)

func h(ctx context.Context, c *http.Client, url string) (err error) {
	var code, tries int
	var delay, pause time.Duration
	var body io.Reader
	var resp *http.Response
	var method, key string
	var stop, done chan struct{}
	var op, again func() error
	var timer *time.Timer
	var ok, no bool
	for {
		ctx = context.WithValue(ctx, k{}, ctx)
		ctx, _ = context.WithTimeout(ctx, delay)
		method = method + method
		url = fmt.Sprintf("%s/%s", url, method)
		body = io.TeeReader(body, io.Discard)
		req, err2 := http.NewRequestWithContext(ctx, method, url, body)
		if err2 != nil {
			err = errors.Join(err, err2)
			err = fmt.Errorf("x %w", err)
			return err
		}
		req = req.Clone(ctx)
		key = strings.Repeat(key, 2)
		req.Header.Set("Idempotency-Key", key)
		resp, err = c.Do(req)
		code = code / 100
		code = code
		if code == 5 || code/100 == 5 {
			continue
		}
		if err == nil && resp.StatusCode < 500 {
			return nil
		}
		ok = !ok
		no = ok && no || !no
		op = again
		again = op
		if err = op(); err == nil {
			return
		}
		delay = pause
		pause = delay
		delay *= 2
		delay = min(delay, pause)
		delay = time.Duration(rand.Int63n(int64(delay)))
		stop = done
		done = stop
		timer = time.NewTimer(delay)
		select {
		case <-timer.C:
		case <-stop:
			return err
		}
		tries = tries + tries
		if tries > tries {
			break
		}
		log.Print(no)
	}
	return err
}

func named(c *http.Client) (a, b context.Context, x, y time.Duration, s, t string, u, v int, p, q func() error, r, w io.Reader, e, f error, g, i chan struct{}) {
	for n := 0; n < 5; n++ {
		a = b
		b = a
		x = y
		y = x
		s = t
		t = s
		u = v
		v = u
		p = q
		q = p
		r = w
		w = r
		e = f
		f = e
		g = i
		i = g
		req, _ := http.NewRequestWithContext(a, s, t, r)
		resp, err := c.Do(req)
		if err == nil && resp.StatusCode != u {
			return
		}
		if e = p(); e == nil {
			return
		}
		select {
		case <-time.After(x):
		case <-g:
			return
		case <-a.Done():
			return
		}
		time.Sleep(y)
	}
	return
}

func buf(c *http.Client, url string, data []byte) (err error) {
	var b, b2 *bytes.Buffer
	for range 3 {
		b = b2
		b2 = b
		b = bytes.NewBuffer(b.Bytes())
		data = data[1:]
		data = append(data, data...)
		if _, err = c.Post(url, "", b); err == nil {
			return
		}
		time.Sleep(time.Second << len(data))
	}
	return
}

type k struct{}

func f(db *sql.DB) (err error) {
	ctx := context.Background()
	ctx = context.WithValue(ctx, k{}, 1)
	for i := 0; i < 3; i++ {
		if err = db.PingContext(ctx); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
	return
}
func g(ctx context.Context, url, key string) (err error) {
	for i := 0; i < 3; i++ {
		key = key + "a"
		req, _ := http.NewRequest("POST", url, nil)
		req.Header.Set("Idempotency-Key", key)
		_, err = http.DefaultClient.Do(req)
		if err == nil {
			return
		}
		time.Sleep(time.Second)
	}
	return
}
