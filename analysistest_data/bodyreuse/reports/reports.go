// Package reports holds retries of what can be sent only once.
package reports

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
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, target, body) // want `^this retry loop sends body again, which the first attempt read to its end: further attempts send nothing, or fail$`
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
		if resp, err = c.Do(req); err == nil { // want `^this retry loop sends req again, whose body the first attempt read: after a network error each further attempt fails$`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// parameter may be given anything.
func Parameter(c *http.Client, target string, in io.Reader) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.Post(target, "text/plain", in); err == nil { // want `sends in again`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// wrapped hides the reader from the client.
func Wrapped(c *http.Client, target string, in io.Reader) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPut, target, io.NopCloser(io.LimitReader(in, 1<<20))) // want `sends io\.NopCloser`
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
		resp, err := c.Post(target, "text/plain", f) // want `^this retried call sends f again`
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
		resp, err := c.Post(target, w.FormDataContentType(), &buf) // want `sends &buf again`
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
	req, err := http.NewRequest(http.MethodPut, target, body) // want `this retry by goto sends body again`
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
		if resp, err = t.base.RoundTrip(req); err == nil { // want `^this retry loop sends req again, whose body the first attempt read: further attempts send nothing, or fail$`
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
		if resp, err = t.base.RoundTrip(attempt); err == nil { // want `sends attempt again`
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
		return s.Upload(ctx, "x", in) // want `sends in again`
	})
}

func put(ctx context.Context, s store, in io.Reader) error {
	return retry(3, func() error {
		return s.Put(ctx, &options{Path: "x", Body: in}) // want `sends the reader in &options`
	})
}

func putOptions(ctx context.Context, s store, data string) error {
	o := options{Path: "x", Body: strings.NewReader(data)}
	return retry(3, func() error {
		return s.Put(ctx, &o) // want `sends the reader in &o again`
	})
}

func putField(ctx context.Context, s store, data string) error {
	o := &options{Path: "x"}
	o.Body = bytes.NewBufferString(data)
	for attempt := 0; ; attempt++ {
		err := s.Put(ctx, o) // want `sends the reader in o again`
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
		if err = s.Upload(ctx, "x", in); err == nil { // want `sends in again`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func init() {
	_ = put(context.Background(), nil, os.Stdin)
}
