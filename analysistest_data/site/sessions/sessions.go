// Package sessions sets something up that lives for long, and again when it ends.
package sessions

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

type hub struct {
	addr string
	http *http.Client
	db   *sql.DB
}

// read lives as long as the connection does, and says nothing.
func (h *hub) read(ctx context.Context) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", h.addr)
	if err != nil {
		return
	}
	defer c.Close()
	buf := make([]byte, 512)
	for {
		if _, err := c.Read(buf); err != nil {
			return
		}
	}
}

func (h *hub) readAgain(ctx context.Context) {
	for ctx.Err() == nil { // site: kind=reconnect bound=ctx reach=ctx
		h.read(ctx)
	}
}

// report is over when it has reported.
func (h *hub) report(ctx context.Context) {
	req, err := http.NewRequestWithContext(ctx, "PUT", "https://"+h.addr+"/alive", nil)
	if err != nil {
		return
	}
	resp, err := h.http.Do(req)
	if err != nil {
		return
	}
	resp.Body.Close()
}

func (h *hub) reportAgain(ctx context.Context) {
	for ctx.Err() == nil { // work
		h.report(ctx)
		time.Sleep(time.Minute)
	}
}

func (h *hub) lock(ctx context.Context) (context.Context, error) {
	return ctx, h.db.PingContext(ctx)
}

// untilLost waits for the end of what it holds.
func (h *hub) untilLost(ctx context.Context) {
	for ctx.Err() == nil { // site: kind=reconnect bound=ctx delay=constant jitter=no wait=sleep reach=ctx
		held, err := h.lock(ctx)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		<-held.Done()
	}
}

func (h *hub) open(ctx context.Context) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", "https://"+h.addr, nil)
	if err != nil {
		return nil, err
	}
	resp, err := h.http.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// follow copies a stream to its end, and opens it again.
func (h *hub) follow(ctx context.Context, out io.Writer) {
	for ctx.Err() == nil { // site: kind=reconnect bound=ctx delay=constant jitter=no wait=sleep reach=ctx
		stream, err := h.open(ctx)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		io.Copy(out, stream)
		stream.Close()
	}
}

// download copies the same thing every minute.
func (h *hub) download(ctx context.Context, out io.Writer) {
	for ctx.Err() == nil { // work
		if file, err := h.open(ctx); err == nil {
			io.Copy(out, file)
			file.Close()
		}
		time.Sleep(time.Minute)
	}
}

// jump connects again by a goto out of the loop that reads.
func (h *hub) jump(ctx context.Context, out chan<- []byte) {
again: // site: kind=reconnect delay=constant jitter=no wait=sleep reach=ctx
	conn, err := net.Dial("tcp", h.addr)
	if err != nil {
		time.Sleep(time.Second)
		goto again
	}
	for {
		buf := make([]byte, 512)
		n, err := conn.Read(buf)
		if err != nil {
			conn.Close()
			goto again
		}
		out <- buf[:n]
	}
}

var errBusy = errors.New("busy")

func (h *hub) ask() error {
	c, err := net.Dial("tcp", h.addr)
	if err != nil {
		return err
	}
	return c.Close()
}

// rotated asks for one class of errors in its condition.
func (h *hub) rotated() error {
	err := h.ask()
	for errors.Is(err, errBusy) { // site: bound=error-class delay=constant jitter=no wait=sleep
		time.Sleep(time.Second)
		err = h.ask()
	}
	return err
}

// held sends each item until that succeeds.
func (h *hub) held(ctx context.Context, items []string) {
	for len(items) > 0 && ctx.Err() == nil { // site: bound=ctx delay=constant jitter=no wait=sleep reach=ctx
		if _, err := h.db.ExecContext(ctx, items[0]); err != nil {
			time.Sleep(time.Second)
			continue
		}
		items = items[1:]
	}
}

// dropped sends each item once.
func (h *hub) dropped(ctx context.Context, items []string) (failed int) {
	for len(items) > 0 && ctx.Err() == nil { // work
		if _, err := h.db.ExecContext(ctx, items[0]); err != nil {
			failed++
		}
		items = items[1:]
	}
	return failed
}

// inTurn puts the host that failed at the end.
func inTurn(hosts []string) (c net.Conn, err error) {
	for range 3 * len(hosts) { // work
		if c, err = net.Dial("tcp", hosts[0]); err == nil {
			return c, nil
		}
		hosts = append(hosts[1:], hosts[0])
	}
	return nil, err
}

// feed gives lines as they come.
type feed interface {
	Open(ctx context.Context) (*lines, error)
}

type lines struct{ next chan []byte }

func (l *lines) forward(out func([]byte)) error {
	for {
		line, ok := <-l.next
		if !ok {
			return io.EOF
		}
		out(line)
	}
}

func (l *lines) each(out func([]byte)) error { return l.forward(out) }

// tail sets up a stream, stays with it until that ends, and says nothing.
func tail(ctx context.Context, from feed, out func([]byte)) {
	l, err := from.Open(ctx)
	if err != nil {
		return
	}
	l.each(out)
}

func tailAgain(ctx context.Context, from feed, out func([]byte)) {
	for { // site: kind=reconnect bound=ctx delay=constant jitter=no wait=sleep reach=ctx
		tail(ctx, from, out)
		select {
		case <-ctx.Done():
			return
		default:
			time.Sleep(5 * time.Second)
		}
	}
}

func split(text []byte) (*lines, error) {
	if len(text) == 0 {
		return nil, errBusy
	}
	next := make(chan []byte, 1)
	next <- text
	return &lines{next: next}, nil
}

// show stays with what comes from memory.
func show(text []byte, out func([]byte)) {
	l, err := split(text)
	if err != nil {
		return
	}
	l.each(out)
}

func showAgain(ctx context.Context, text []byte, out func([]byte)) {
	for { // work
		show(text, out)
		select {
		case <-ctx.Done():
			return
		default:
			time.Sleep(5 * time.Second)
		}
	}
}
