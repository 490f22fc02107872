// Package silent holds retries that send the whole thing each time.
package silent

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

var errDown = errors.New("down")

func rebuilt(ctx context.Context, c *http.Client, target, form string) (*http.Response, error) {
	for range 3 {
		body := strings.NewReader(form)
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, target, body)
		if err != nil {
			return nil, err
		}
		resp, err := c.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errDown
}

func noBody(c *http.Client, target string) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodGet, target, nil)
	if err != nil {
		return nil, err
	}
	other, err := http.NewRequest(http.MethodPut, target, http.NoBody)
	if err != nil {
		return nil, err
	}
	for range 3 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		if resp, err = c.Do(other); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func getBody(c *http.Client, target string, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, target, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func newBody(c *http.Client, target string, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, target, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		req.Body = io.NopCloser(bytes.NewReader(data))
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func seek(c *http.Client, target string, f *os.File) (resp *http.Response, err error) {
	for range 3 {
		if _, err = f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		if resp, err = c.Post(target, "text/plain", io.NopCloser(f)); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func reset(c *http.Client, target string, data []byte) error {
	in := bytes.NewReader(nil)
	return retry(3, func() error {
		in.Reset(data)
		resp, err := c.Post(target, "text/plain", in)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// ifItCan asks the reader.
func IfItCan(c *http.Client, target string, in io.Reader) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Post(target, "text/plain", in); err == nil {
			return resp, nil
		}
		s, ok := in.(io.Seeker)
		if !ok {
			return nil, err
		}
		if _, err := s.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func start(in io.Reader) error {
	if s, ok := in.(io.Seeker); ok {
		_, err := s.Seek(0, io.SeekStart)
		return err
	}
	return nil
}

func byHelper(c *http.Client, target string, f *os.File) (resp *http.Response, err error) {
	for range 3 {
		if err = start(f); err != nil {
			return nil, err
		}
		if resp, err = c.Post(target, "text/plain", f); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// bytesOf gives each attempt a reader of its own.
func bytesOf(c *http.Client, target string, buf *bytes.Buffer) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Post(target, "text/plain", bytes.NewReader(buf.Bytes())); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// transport knows what it can send again.
type transport struct{ base http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.base.RoundTrip(req); err == nil || req.Body != nil {
			break
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

type reads struct{ base http.RoundTripper }

func (t reads) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Method != http.MethodGet {
		return t.base.RoundTrip(req)
	}
	for range 3 {
		if resp, err = t.base.RoundTrip(req); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func rewind(req *http.Request) (err error) {
	if req.GetBody != nil {
		req.Body, err = req.GetBody()
	}
	return err
}

type rewinds struct{ base http.RoundTripper }

func (t rewinds) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if err := rewind(req); err != nil {
			return nil, err
		}
		if resp, err = t.base.RoundTrip(req); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func retry(tries int, op func() error) (err error) {
	for range tries {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type options struct {
	Path string
	Body io.Reader
}

// repeatable starts anew when it is told to.
type repeatable interface {
	io.Reader
	Rewind() error
}

type store interface {
	Upload(ctx context.Context, name string, body io.Reader) error
	Put(ctx context.Context, o *options) error
	Save(ctx context.Context, body repeatable) error
	Get(ctx context.Context, name string) (io.ReadCloser, error)
}

func newReader(ctx context.Context, s store, data []byte) error {
	return retry(3, func() error {
		return s.Upload(ctx, "x", bytes.NewReader(data))
	})
}

func ownOptions(ctx context.Context, s store, data string) error {
	o := options{Path: "x"}
	return retry(3, func() error {
		o.Body = strings.NewReader(data)
		return s.Put(ctx, &o)
	})
}

func seekOptions(ctx context.Context, s store, data string) error {
	in := strings.NewReader(data)
	o := options{Path: "x", Body: in}
	return retry(3, func() error {
		if _, err := in.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return s.Put(ctx, &o)
	})
}

func saves(ctx context.Context, s store, r repeatable) error {
	return retry(3, func() error { return s.Save(ctx, r) })
}

// copied is made by the attempt itself.
func copied(ctx context.Context, from, to store) error {
	return retry(3, func() error {
		in, err := from.Get(ctx, "x")
		if err != nil {
			return err
		}
		defer in.Close()
		return to.Upload(ctx, "x", in)
	})
}

// once is no retry: what is sent moves on.
func parts(ctx context.Context, s store, in io.Reader, n int) error {
	for range n {
		if err := s.Upload(ctx, "part", io.LimitReader(in, 1<<20)); err != nil {
			return err
		}
	}
	return nil
}

// send is only ever called without a body.
func send(c *http.Client, target string, body io.Reader) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodDelete, target, body)
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

func remove(c *http.Client, target string) (*http.Response, error) { return send(c, target, nil) }

func do(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func get(c *http.Client, target string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, target, nil)
	if err != nil {
		return nil, err
	}
	return do(c, req)
}

// answered comes back on a connection in use, where net/http asks GetBody.
func answered(c *http.Client, target string, data []byte) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPut, target, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errDown
}

// later gives its options a stream only after the retry.
func later(ctx context.Context, s store, in io.Reader) error {
	o := options{Path: "x"}
	if err := retry(3, func() error { return s.Put(ctx, &o) }); err != nil {
		return err
	}
	o = options{Path: "y", Body: in}
	return s.Put(ctx, &o)
}

type rest interface {
	Call(ctx context.Context, o *restOptions) error
}

type restOptions struct {
	Body    io.Reader
	GetBody func() (io.Reader, error)
}

// again tells the client how to make the stream anew.
func again(ctx context.Context, r rest, data []byte) error {
	o := restOptions{
		Body:    bytes.NewReader(data),
		GetBody: func() (io.Reader, error) { return bytes.NewReader(data), nil },
	}
	return retry(3, func() error { return r.Call(ctx, &o) })
}
