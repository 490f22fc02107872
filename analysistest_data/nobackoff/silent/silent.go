// Package silent holds attempts between which time passes, and attempts that may
// follow at once.
package silent

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

func waits(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Before all attempts but the first.
func waitsAtTop(ctx context.Context, addr string) (conn net.Conn, err error) {
	for i := range 5 {
		if i > 0 {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(time.Second):
			}
		}
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// How long is somebody's configuration.
func waitsPerhaps(addr string, delay time.Duration) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		if delay > 0 {
			time.Sleep(delay)
		}
	}
	return nil, err
}

func onceMore(addr string) (conn net.Conn, err error) {
	for range 2 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func onceMoreByFlag(addr string) (net.Conn, error) {
	again := false
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil || again {
			return conn, err
		}
		again = true
	}
}

var errConflict = errors.New("conflict")

func optimistic(ctx context.Context, db *sql.DB) error {
	for {
		_, err := db.ExecContext(ctx, "update t set n = n + 1")
		if !errors.Is(err, errConflict) {
			return err
		}
	}
}

func local(path string) (f *os.File, err error) {
	for range 5 {
		if f, err = os.Open(path); err == nil {
			return f, nil
		}
	}
	return nil, err
}

// Another address each round.

func nextAddress(addrs []string) (conn net.Conn, err error) {
	for i := 0; i < len(addrs); i++ {
		if conn, err = net.Dial("tcp", addrs[i]); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

type pool struct {
	mu    sync.Mutex
	addrs []string
}

func (p *pool) pick() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.addrs[0]
}

func (p *pool) remove(addr string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.addrs = p.addrs[1:]
}

func (p *pool) dial() (net.Conn, error) {
	for {
		addr := p.pick()
		if addr == "" {
			return nil, errors.New("none left")
		}
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		p.remove(addr)
	}
}

func anyPort(host string) (conn net.Conn, err error) {
	for range 10 {
		port := 1024 + rand.IntN(60000)
		if conn, err = net.DialTCP("tcp", nil, &net.TCPAddr{IP: net.ParseIP(host), Port: port}); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// What was missing is made first.
func repairs(ctx context.Context, db *sql.DB, missing error) error {
	for {
		_, err := db.ExecContext(ctx, "insert into t values (1)")
		if !errors.Is(err, missing) {
			return err
		}
		if _, err := db.ExecContext(ctx, "create table t (n int)"); err != nil {
			return err
		}
	}
}

// The attempt waits before it says that it failed.
type client struct {
	conn net.Conn
	wake chan struct{}
}

func (c *client) connect(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		time.Sleep(time.Second)
		return err
	}
	c.conn = conn
	return nil
}

func (c *client) run(ctx context.Context, addr string) {
	for ctx.Err() == nil {
		if err := c.connect(addr); err != nil {
			log.Print(err)
			continue
		}
		return
	}
}

// Something wakes the loop.
func (c *client) whenWoken(addr string) net.Conn {
	for {
		<-c.wake
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
	}
}

type pacer interface{ Throttle() }

func paced(p pacer, addr string) net.Conn {
	for {
		p.Throttle()
		if conn, err := net.Dial("tcp", addr); err == nil {
			return conn
		}
	}
}

// Each round has something else to send.
func work(conn net.Conn, queue chan []byte) {
	for item := range queue {
		if _, err := conn.Write(item); err != nil {
			log.Print(err)
		}
	}
}

// What is left of the list.
func shrinking(addrs []string) (conn net.Conn, err error) {
	for len(addrs) > 0 {
		conn, err = net.Dial("tcp", addrs[0])
		if err == nil {
			return conn, nil
		}
		addrs = addrs[1:]
	}
	return nil, err
}

// By way of a field.
type connector struct {
	current string
	all     []string
}

func (c *connector) dial() (net.Conn, error) { return net.Dial("tcp", c.current) }

func (c *connector) byField() (conn net.Conn, err error) {
	for i := 0; i < len(c.all); i++ {
		c.current = c.all[i]
		if conn, err = c.dial(); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// A round's own item.
func items(ctx context.Context, db *sql.DB) error {
	for {
		var id int
		if err := db.QueryRowContext(ctx, "select id from jobs limit 1").Scan(&id); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "delete from jobs where id = ?", id); err == nil {
			return nil
		}
	}
}

// Only one kind of error goes on, and it has nothing to do with load.
func moved(ctx context.Context, db *sql.DB, errMoved error) error {
	for {
		err := db.PingContext(ctx)
		if !errors.Is(err, errMoved) {
			return err
		}
	}
}

type answer struct{ truncated bool }

var errStale = errors.New("the connection was closed before it was used")

func ask(addr string, force bool) (*answer, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &answer{!force}, conn.Close()
}

// Only a connection that had gone stale is tried again, and beside an error there
// is no answer that could be truncated.
func stale(addr string) (a *answer, err error) {
	force := false
	for {
		a, err = ask(addr, force)
		if err == errStale {
			continue
		}
		if a != nil && a.truncated && !force {
			force = true
			continue
		}
		return a, err
	}
}

// turning is told each time that another attempt may be made.
type turning struct {
	turns   chan struct{}
	answers chan int
	client  *http.Client
	busy    bool
}

func (n *turning) signal() { n.turns <- struct{}{} }

func (n *turning) stop() { close(n.turns) }

func (n *turning) waitTurn(ctx context.Context) error {
	n.busy = true
	turns := n.turns
	select {
	case <-turns:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (n *turning) whenTold(ctx context.Context, url string) (*http.Response, error) {
	for ctx.Err() == nil {
		if err := n.waitTurn(ctx); err != nil {
			return nil, err
		}
		resp, err := n.client.Get(url)
		if err == nil {
			return resp, nil
		}
	}
	return nil, ctx.Err()
}

// propose takes its time, whether it succeeds or fails.
func (n *turning) propose(ctx context.Context, url string) (int, error) {
	resp, err := n.client.Get(url)
	if err == nil {
		resp.Body.Close()
	}
	select {
	case answer := <-n.answers:
		return answer, err
	case <-time.After(time.Second):
		return 0, err
	}
}

func (n *turning) proposeLogged(ctx context.Context, url string) (int, error) {
	answer, err := n.propose(ctx, url)
	if err != nil {
		log.Print(err)
		return 0, err
	}
	return answer, nil
}

func (n *turning) publish(ctx context.Context, url string) {
	for ctx.Err() == nil {
		if _, err := n.proposeLogged(ctx, url); err == nil {
			return
		}
	}
}

type link struct{ addr string }

// session passes time when a connection is refused.
func (l *link) session() {
	c, err := net.Dial("tcp", l.addr)
	if err != nil {
		time.Sleep(time.Second)
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
	for ctx.Err() == nil {
		l.session()
	}
}

// get passes time after its failure, and nothing after a success.
func (l *link) get() error {
	resp, err := http.Get(l.addr)
	if err != nil {
		time.Sleep(time.Second)
	} else {
		resp.Body.Close()
	}
	return err
}

func (l *link) untilThere() (err error) {
	for range 5 {
		if err = l.get(); err == nil {
			return nil
		}
	}
	return err
}

// Each round asks the next one, whatever comes of it.
func inTurn(ctx context.Context, client *http.Client, urls []string) {
	for len(urls) > 0 && ctx.Err() == nil {
		if resp, err := client.Get(urls[0]); err == nil {
			resp.Body.Close()
		}
		urls = append(urls[1:], urls[0])
	}
}

// Each round has an element of its own.
func elements(addr string, errs []error) (conn net.Conn) {
	for i := range errs {
		if conn, errs[i] = net.Dial("tcp", addr); errs[i] == nil {
			return conn
		}
	}
	return nil
}

// What else is asked of the list may be another element.
func others(addr string, errs []error, i, last int) (conn net.Conn) {
	for errs[last] != nil {
		if conn, errs[i] = net.Dial("tcp", addr); errs[i] == nil {
			return conn
		}
	}
	return nil
}
