package retryhttp

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// request is what the next attempt sends: the caller's own request under another
// context, and later a copy with a fresh body, for the body of the attempt
// before may still be in use by a connection that answered early.
func (c *call) request(ctx context.Context) (*http.Request, error) {
	previous := retry.PreviousAttempts(ctx)
	header := c.transport.AttemptHeader
	if c.attempts == 1 && (header == "" || previous == 0) && c.req.Trailer == nil {
		return c.req.WithContext(ctx), nil
	}
	req := c.req.Clone(ctx)
	if header != "" && previous > 0 {
		if req.Header == nil {
			req.Header = http.Header{}
		}
		req.Header.Set(header, strconv.Itoa(previous))
	}
	if !hasBody(c.req) {
		return req, nil
	}
	if c.attempts > 1 {
		if err := c.sent.wait(ctx); err != nil {
			return nil, err
		}
		body, err := c.req.GetBody()
		if err != nil {
			return nil, fmt.Errorf("rewinding the request body: %w", err)
		}
		req.Body = body
	}
	if req.Trailer != nil {
		c.sent = &sentBody{ReadCloser: req.Body, from: c.req.Trailer, to: req.Trailer, done: make(chan struct{})}
		req.Body = c.sent
	}
	return req, nil
}

// sentBody is a body with trailers, of which the caller sets the values in the
// map of its own request while the body is read. Each attempt has a map of its
// own, as net/http reads it when it likes.
type sentBody struct {
	io.ReadCloser
	from, to http.Header
	once     sync.Once
	done     chan struct{} // closed when the body is not read any more
}

func (b *sentBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		maps.Copy(b.to, b.from)
	}
	return n, err
}

func (b *sentBody) Close() error {
	defer b.once.Do(func() { close(b.done) })
	return b.ReadCloser.Close()
}

// wait waits until the body is closed, which a RoundTripper always does: the
// next body sets the same trailers.
func (b *sentBody) wait(ctx context.Context) error {
	if b == nil {
		return nil
	}
	select {
	case <-b.done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// endWithBody ends the attempt's context when its body has been read or closed.
func (c *call) endWithBody() {
	end, body := c.end, c.resp.Body
	if body == nil || body == http.NoBody {
		end(nil)
		return
	}
	received := &receivedBody{body, end}
	c.resp.Body = received
	if w, ok := body.(io.Writer); ok { // of 101 Switching Protocols
		c.resp.Body = struct {
			*receivedBody
			io.Writer
		}{received, w}
	}
}

type receivedBody struct {
	io.ReadCloser
	end context.CancelCauseFunc
}

func (b *receivedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.end(nil)
	}
	return n, err
}

func (b *receivedBody) Close() error {
	defer b.end(nil)
	return b.ReadCloser.Close()
}

const (
	drainBytes = 64 << 10
	drainTime  = 100 * time.Millisecond
)

// drop reads and closes the last response before a wait, so that the connection
// is free meanwhile. A body that is long or slow is not
// worth its connection: its attempt is then cancelled, which ends the read.
// One goroutine reads and closes, as not every body bears a Close during a Read.
func (c *call) drop() {
	resp := c.resp
	c.resp = nil
	if resp == nil || resp.Body == nil || resp.Body == http.NoBody {
		return
	}
	done := make(chan struct{})
	go func(ctx context.Context) {
		defer close(done)
		defer resp.Body.Close()
		io.CopyN(io.Discard, alive{ctx, resp.Body}, drainBytes)
	}(c.ctx)
	timer := time.NewTimer(drainTime)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		c.end(nil)
	}
}

// alive reads until ctx is done.
type alive struct {
	ctx context.Context
	io.Reader
}

func (r alive) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}
