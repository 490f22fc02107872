// Package reports holds remote attempts that follow each other at once.
package reports

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net"
	"net/http"
	"time"
)

func counted(addr string) (conn net.Conn, err error) {
	for range 5 { // want `^net.Dial is tried again at once when it fails, with no wait between the attempts: a server that is down gets all 5 attempts in the same moment$`
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func untilCancelled(ctx context.Context, db *sql.DB) error {
	for ctx.Err() == nil { // want `^db.PingContext is tried again at once when it fails, with no wait between the attempts: a server that is down gets them as fast as they fail$`
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return ctx.Err()
}

var errBusy = errors.New("busy")

func onlySome(ctx context.Context, db *sql.DB) error {
	for { // want `db.PingContext is tried again at once`
		err := db.PingContext(ctx)
		if err == nil || !errors.Is(err, errBusy) {
			return err
		}
		log.Print("busy")
	}
}

// The wait belongs to the good answers.
func watch(ctx context.Context, client *http.Client, req *http.Request) {
	for ctx.Err() == nil { // want `client.Do is tried again at once`
		resp, err := client.Do(req)
		if err != nil {
			log.Print(err)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return
		}
		time.Sleep(time.Second)
	}
}

// The condition of the loop is a flag, and what is polled does not wait.
func untilStopped(stopc chan struct{}, addr string) net.Conn {
	for { // want `net.Dial is tried again at once`
		select {
		case <-stopc:
			return nil
		default:
		}
		conn, err := net.Dial("tcp", addr)
		switch err {
		case nil:
			return conn
		default:
			log.Print(err)
		}
	}
}

func again[T any](ctx context.Context, db *sql.DB, scan func(*sql.Rows) (T, error)) (out T, err error) {
	tries := 0
again: // want `db.QueryContext is tried again at once`
	rows, err := db.QueryContext(ctx, "select 1")
	if err != nil {
		if tries++; tries < 4 {
			goto again
		}
		return out, err
	}
	defer rows.Close()
	return scan(rows)
}

// A step before the attempt waits only where there is nothing to do.
type node struct {
	leader chan string
	last   string
	db     *sql.DB
}

func (n *node) waitLeader(ctx context.Context) (string, error) {
	for n.last == "" {
		select {
		case n.last = <-n.leader:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return n.last, nil
}

func (n *node) promote(ctx context.Context) error {
	for ctx.Err() == nil { // want `n.db.ExecContext is tried again at once`
		leader, err := n.waitLeader(ctx)
		if err != nil {
			return err
		}
		if _, err := n.db.ExecContext(ctx, "update nodes set leader = ?", leader); err == nil {
			return nil
		}
	}
	return ctx.Err()
}

// gated waits until it is open; from then on that passes no time.
type gated struct {
	ready   chan struct{}
	done    chan struct{}
	answers chan int
	client  *http.Client
	busy    bool
}

func (n *gated) open() { close(n.ready) }

func (n *gated) waitOpen(ctx context.Context) error {
	n.busy = true
	ready := n.ready
	select {
	case <-ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (n *gated) whenOpen(ctx context.Context, url string) (*http.Response, error) {
	for ctx.Err() == nil { // want `n.client.Get is tried again at once when it fails`
		if err := n.waitOpen(ctx); err != nil {
			return nil, err
		}
		resp, err := n.client.Get(url)
		if err == nil {
			return resp, nil
		}
	}
	return nil, ctx.Err()
}

// propose takes its time when it succeeds, and fails at once.
func (n *gated) propose(url string) (int, error) {
	resp, err := n.client.Get(url)
	if err != nil {
		return 0, err
	}
	resp.Body.Close()
	select {
	case answer := <-n.answers:
		return answer, nil
	case <-n.done:
		return 0, errors.New("closed")
	}
}

func (n *gated) proposeLogged(url string) (int, error) {
	answer, err := n.propose(url)
	if err != nil {
		log.Print(err)
		return 0, err
	}
	return answer, nil
}

func (n *gated) publish(url string) {
	for { // want `n.proposeLogged is tried again at once when it fails`
		select {
		case <-n.done:
			return
		default:
		}
		if _, err := n.proposeLogged(url); err == nil {
			return
		}
	}
}

type link struct{ addr string }

// session says nothing of a connection that is refused.
func (l *link) session() {
	c, err := net.Dial("tcp", l.addr)
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

func (l *link) sessions(ctx context.Context) {
	for ctx.Err() == nil { // want `l.session is tried again at once when it fails`
		l.session()
	}
}

// A host that fails stays at the head of the list.
func stuck(ctx context.Context, client *http.Client, urls []string) {
	for len(urls) > 0 && ctx.Err() == nil { // want `client.Get is tried again at once when it fails`
		resp, err := client.Get(urls[0])
		if err != nil {
			continue
		}
		resp.Body.Close()
		urls = urls[1:]
	}
}

// The error is kept in the same element each time.
func element(addrs []string, errs []error, i int) (conn net.Conn) {
	for range 5 { // want `net.Dial is tried again at once`
		if conn, errs[i] = net.Dial("tcp", addrs[i]); errs[i] == nil {
			return conn
		}
	}
	return nil
}
