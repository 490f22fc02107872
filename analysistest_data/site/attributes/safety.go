package attributes

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

// What may be repeated.

// fetch hands a request that it made to a helper.
func fetch(target string) ([]byte, error) {
	req, err := http.NewRequest(http.MethodGet, target, nil)
	if err != nil {
		return nil, err
	}
	for i := 0; ; i++ { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep safe=idempotent
		body, err := body(req)
		if err == nil || i == 2 {
			return body, err
		}
		time.Sleep(time.Second)
	}
}

// store does so with a POST, to which the helper may give a key.
func store(target string) ([]byte, error) {
	req, err := http.NewRequest(http.MethodPost, target, nil)
	if err != nil {
		return nil, err
	}
	for i := 0; ; i++ { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep safe=unknown
		body, err := body(req)
		if err == nil || i == 2 {
			return body, err
		}
		time.Sleep(time.Second)
	}
}

func body(req *http.Request) ([]byte, error) {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// call names the method, and callTwice hands it on.
func call(method, target, text string) ([]byte, error) {
	req, err := http.NewRequest(method, target, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return body(req)
}

func callTwice(method, target, text string) ([]byte, error) {
	body, err := call(method, target, text)
	if err != nil {
		body, err = call(method, target, text)
	}
	if len(body) == 0 {
		return nil, errors.New("empty")
	}
	return body, err
}

func named(target string) (err error) {
	for range 3 { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep safe=idempotent
		if _, err = callTwice("PUT", target, "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func namedPost(target string) (err error) {
	for range 3 { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep safe=unsafe
		if _, err = callTwice("POST", target, "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// source is implemented twice, and each way leads to another process.
type source interface {
	find(ctx context.Context, name string) (string, error)
}

type (
	web    struct{ base string }
	mirror struct{ web }
)

func (w web) find(ctx context.Context, name string) (string, error) {
	resp, err := http.Get(w.base + name)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

func (m mirror) find(ctx context.Context, name string) (string, error) {
	return m.web.find(ctx, "mirror/"+name)
}

func all(ctx context.Context, s source) (err error) {
	for range 3 { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep reach=ctx safe=idempotent
		if _, err = s.find(ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// table is implemented by another process and by a map.
type table interface {
	lookIn(name string) (string, error)
}

type inMemory map[string]string

func (m inMemory) lookIn(name string) (string, error) {
	if v, ok := m[name]; ok {
		return v, nil
	}
	return "", errors.New("not there")
}

func (w web) lookIn(name string) (string, error) { return w.find(context.Background(), name) }

func one(t table) (err error) {
	for range 3 { // site: bound=attempts attempts=3 delay=constant jitter=no wait=sleep
		if _, err = t.lookIn("x"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type lines struct{ read []string }

// A predicate looks at what it is given.
func (l *lines) first(ctx context.Context, is func(line string) bool) (string, error) {
	for { // site: kind=poll place=local bound=ctx delay=constant jitter=no wait=after-cancellable reach=ctx safe=idempotent
		line := func() string {
			for _, line := range l.read {
				if is(line) {
					return line
				}
			}
			return ""
		}()
		if line != "" {
			return line, nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

func again(op func() error) (err error) {
	for range 3 { // site: place=local bound=attempts attempts=3 delay=constant jitter=no wait=sleep
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What is retried here looks into memory only.
func (l *lines) filled() error {
	return again(func() error { // site: kind=helper place=local bound=attempts attempts=3 delay=constant jitter=no wait=sleep safe=idempotent
		if len(l.read) == 0 {
			return errors.New("nothing was read")
		}
		return nil
	})
}
