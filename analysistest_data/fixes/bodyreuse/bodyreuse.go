// Package bodyreuse holds retries of what can be sent only once.
package bodyreuse

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

var errDown = errors.New("down")

func reader(ctx context.Context, c *http.Client, target, form string) (*http.Response, error) {
	body := strings.NewReader(form)
	for range 3 {
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

func request(c *http.Client, target string, data []byte) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, target, bytes.NewReader(data))
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

// parameter may be given anything.
func Parameter(c *http.Client, target string, in io.Reader) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Post(target, "text/plain", in); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// wrapped hides the reader from the client.
func Wrapped(c *http.Client, target string, in io.Reader) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPut, target, io.NopCloser(io.LimitReader(in, 1<<20)))
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

func file(c *http.Client, target, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return retry(3, func() error {
		resp, err := c.Post(target, "text/plain", f)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func form(c *http.Client, target string, fields map[string]string) error {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	for k, v := range fields {
		_ = w.WriteField(k, v)
	}
	_ = w.Close()
	send := func() error {
		resp, err := c.Post(target, w.FormDataContentType(), &buf)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}
	return retry(3, send)
}

// optional has a body now and then.
func optional(c *http.Client, target string, values url.Values) (resp *http.Response, err error) {
	var body io.Reader
	if len(values) > 0 {
		body = strings.NewReader(values.Encode())
	}
	tries := 0
again:
	req, err := http.NewRequest(http.MethodPut, target, body)
	if err != nil {
		return nil, err
	}
	if resp, err = c.Do(req); err != nil && tries < 3 {
		tries++
		time.Sleep(time.Second)
		goto again
	}
	return resp, err
}

// transport sends whatever it is given.
type transport struct{ base http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for i := range 3 {
		if i > 0 {
			time.Sleep(time.Second)
		}
		if resp, err = t.base.RoundTrip(req); err == nil {
			break
		}
	}
	return resp, err
}

// copies have the same body.
type copies struct{ base http.RoundTripper }

func (t copies) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		attempt := req.Clone(req.Context())
		if resp, err = t.base.RoundTrip(attempt); err == nil {
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

// options are what a store is given.
type options struct {
	Path string
	Body io.Reader
}

type store interface {
	Upload(ctx context.Context, name string, body io.Reader) error
	Put(ctx context.Context, o *options) error
}

func upload(ctx context.Context, s store, data []byte) error {
	in := bytes.NewReader(data)
	return retry(3, func() error {
		return s.Upload(ctx, "x", in)
	})
}

func put(ctx context.Context, s store, in io.Reader) error {
	return retry(3, func() error {
		return s.Put(ctx, &options{Path: "x", Body: in})
	})
}

func putOptions(ctx context.Context, s store, data string) error {
	o := options{Path: "x", Body: strings.NewReader(data)}
	return retry(3, func() error {
		return s.Put(ctx, &o)
	})
}

func putField(ctx context.Context, s store, data string) error {
	o := &options{Path: "x"}
	o.Body = bytes.NewBufferString(data)
	for attempt := 0; ; attempt++ {
		err := s.Put(ctx, o)
		if err == nil || attempt == 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// generic is an upload of anything that can be written as bytes.
func generic[T ~[]byte](ctx context.Context, s store, data T) (err error) {
	in := bytes.NewBuffer(data)
	for range 3 {
		if err = s.Upload(ctx, "x", in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func stdin() {
	_ = put(context.Background(), nil, os.Stdin)
}

// What it reads is another one each time.
func refusedAssigned(c *http.Client, target string, data []byte) (resp *http.Response, err error) {
	body := bytes.NewReader(data)
	for range 3 {
		if resp, err = c.Post(target, "text/plain", body); err == nil {
			return resp, nil
		}
		data = nil
		time.Sleep(time.Second)
	}
	return nil, err
}

// The reader is asked for its length, too.
func refusedTwice(c *http.Client, target string, data []byte) (resp *http.Response, err error) {
	body := bytes.NewReader(data)
	if body.Len() == 0 {
		return nil, errDown
	}
	for range 3 {
		if resp, err = c.Post(target, "text/plain", body); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Its error goes to a variable of the loop.
func refusedInner(c *http.Client, target string, data []byte) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPut, target, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for range 3 {
		resp, err := c.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
