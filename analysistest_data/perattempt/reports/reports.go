// Package reports holds what piles up with each attempt.
package reports

import (
	"bufio"
	"context"
	"crypto/tls"
	"database/sql"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// Deferred: none of the bodies is closed before the function returns.
func fetch(ctx context.Context, client *http.Client, req *http.Request) ([]byte, error) {
	for range 5 {
		resp, err := client.Do(req)
		if resp != nil {
			defer resp.Body.Close() // want `resp\.Body\.Close\(\) is deferred once per attempt of client\.Do: up to 5 of them pile up until fetch returns`
		}
		if err == nil && resp.StatusCode == http.StatusOK {
			return io.ReadAll(resp.Body)
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("no answer")
}

// The context of a failed round is cancelled when all is over.
func ping(ctx context.Context, db *sql.DB) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `cancel\(\) is deferred once per attempt of db\.PingContext: they pile up until ping returns`
		if err := db.PingContext(attempt); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// By goto, and a deferred literal.
func lockAndPing(ctx context.Context, db *sql.DB, locks func() (func(), error)) error {
again:
	unlock, err := locks()
	if err != nil {
		return err
	}
	defer func() { unlock() }() // want `the function is deferred once per attempt of db\.PingContext: they pile up until lockAndPing returns`
	if err := db.PingContext(ctx); err != nil {
		if err := sleep(ctx); err != nil {
			return err
		}
		goto again
	}
	return nil
}

// A continue that skips cancel.
func wait(ctx context.Context, db *sql.DB) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, time.Second) // want `cancel is not called on the way to the next attempt: each failed attempt leaves a context behind`
		if err := db.PingContext(attempt); err != nil {
			if err := sleep(ctx); err != nil {
				cancel()
				return err
			}
			continue
		}
		cancel()
		return nil
	}
}

// A cancel function that is dropped.
func dropped(ctx context.Context, db *sql.DB) error {
	for range 3 {
		attempt, _ := context.WithTimeout(ctx, time.Second) // want `each attempt leaves a context behind, as the function that cancels it is dropped`
		if err := db.PingContext(attempt); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
	return errors.New("no database")
}

// A goroutine of each connection waits for the end of all of them.
func keep(ctx context.Context, addr string) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			if sleep(ctx) != nil {
				return
			}
			continue
		}
		go func() { // want `this goroutine waits for ctx and not for the end of its attempt: each attempt leaves one behind`
			<-ctx.Done()
			conn.Close()
		}()
		serve(conn)
		conn.Close()
	}
}

// The same with a ticker in a loop.
func beat(ctx context.Context, addr string) error {
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			if err := sleep(ctx); err != nil {
				return err
			}
			continue
		}
		go func() { // want `this goroutine waits for ctx and not for the end of its attempt: each attempt leaves one behind`
			t := time.NewTicker(time.Second)
			defer t.Stop()
			for {
				select {
				case <-t.C:
					conn.Write([]byte("beat"))
				case <-ctx.Done():
					return
				}
			}
		}()
		if err := hello(conn); err == nil {
			return nil
		}
		conn.Close()
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// The result of an attempt that came too late is never taken.
func pingWithin(db *sql.DB, limit time.Duration) error {
	result := make(chan error)
	go func() {
		result <- db.Ping() // want `nobody takes this result when another case of the select comes first: each attempt leaves a goroutine behind that waits to send`
	}()
	select {
	case err := <-result:
		return err
	case <-time.After(limit):
		return errors.New("too late")
	}
}

func late(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = pingWithin(db, time.Second); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
	return err
}

// A connection whose greeting fails is not closed.
func greet(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr) // want `conn stays open when hello fails, and the next attempt opens another`
		if err == nil {
			if err = hello(conn); err == nil {
				return conn, nil
			}
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
}

// So does a database that is opened anew.
func open(ctx context.Context, dsn string) (db *sql.DB, err error) {
	for range 10 {
		db, err = sql.Open("postgres", dsn) // want `db stays open when db\.Ping fails, and the next attempt opens another`
		if err != nil {
			return nil, err
		}
		if err = db.Ping(); err == nil {
			return db, nil
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// What is attempted leaves it open: the deferred Close comes too late.
func ask(ctx context.Context, addr string) (string, error) {
	raw, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	conn := tls.Client(raw, &tls.Config{ServerName: addr})
	if err := shake(conn); err != nil {
		return "", err
	}
	defer conn.Close()
	return bufio.NewReader(conn).ReadString('\n')
}

func asks(ctx context.Context, addr string) (string, error) {
	for {
		answer, err := ask(ctx, addr) // want `raw in ask stays open when shake fails, and the next attempt opens another`
		if err == nil {
			return answer, nil
		}
		if err := sleep(ctx); err != nil {
			return "", err
		}
	}
}

// A field is overwritten by the next attempt.
type queue struct {
	conn  *broker
	hosts []string
}

func (q *queue) connect() (*channel, error) {
	for _, h := range q.hosts {
		conn, err := dialBroker(h)
		if err == nil {
			q.conn = conn
			break
		}
	}
	if q.conn == nil {
		return nil, errors.New("no host")
	}
	ch, err := q.conn.channel()
	if err != nil {
		return nil, err
	}
	if err := ch.declare(); err != nil {
		return nil, err
	}
	return ch, nil
}

func (q *queue) run(ctx context.Context) error {
	for {
		ch, err := q.connect() // want `conn in queue\.connect stays open when q\.conn\.channel fails, and the next attempt opens another`
		if err != nil {
			if err := sleep(ctx); err != nil {
				return err
			}
			continue
		}
		go q.consume(ch)
		return nil
	}
}

func (q *queue) consume(ch *channel) {
	ch.consume()
	q.conn.Close()
}

func (q *queue) stop() { q.conn.Close() }

// A client without an end of its own is made for the connection, and what is
// opened is kept only where all goes well.
type stub struct{ via caller }

type caller interface{ Invoke(method string) error }

func newStub(c caller) *stub { return &stub{c} }

func (s *stub) watch() error { return s.via.Invoke("watch") }

func (b *broker) Invoke(string) error { return hello(b.Conn) }

type peer struct {
	conn *broker
	stub *stub
}

func (p *peer) attach(host string) error {
	conn, err := dialBroker(host)
	if err != nil {
		return err
	}
	s := newStub(conn)
	if err := s.watch(); err != nil {
		return err
	}
	p.conn, p.stub = conn, s
	return nil
}

func (p *peer) leave() { p.conn.Close() }

func (p *peer) stay(host string) {
	for {
		if p.conn != nil {
			p.leave()
		}
		if err := p.attach(host); err == nil { // want `conn in peer\.attach stays open when s\.watch fails, and the next attempt opens another`
			return
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// A retried function.
func retried(ctx context.Context, addr string) error {
	return repeat(ctx, func() error {
		conn, err := net.Dial("tcp", addr) // want `conn stays open when hello fails, and the next attempt opens another`
		if err != nil {
			return err
		}
		if err := hello(conn); err != nil {
			return err
		}
		return conn.Close()
	})
}

func repeat(ctx context.Context, f func() error) error {
	for {
		if err := f(); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// The watcher lives on when the retries are over.
func until(ctx context.Context, f func() error) {
	over := false
	go func() { // want `this goroutine waits for ctx and not for the end of the retries: each call of until leaves one behind`
		<-ctx.Done()
		over = true
	}()
	for {
		if err := f(); err == nil || over {
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}

type broker struct{ net.Conn }

type channel struct{}

func dialBroker(host string) (*broker, error) {
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	return &broker{conn}, nil
}

func (b *broker) channel() (*channel, error) { return new(channel), hello(b.Conn) }
func (c *channel) declare() error            { return nil }
func (c *channel) consume()                  {}

func hello(conn net.Conn) error {
	_, err := conn.Write([]byte("hello"))
	return err
}

func shake(conn *tls.Conn) error { return conn.Handshake() }

func serve(conn net.Conn) {
	s := bufio.NewScanner(conn)
	for s.Scan() {
	}
}

func sleep(ctx context.Context) error {
	select {
	case <-time.After(time.Second + rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Nobody closes the connection that a round ends with.
func feed(ctx context.Context, addr string, lines chan<- []byte) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr) // want `conn is never closed, and the next attempt opens another`
		if err != nil {
			_ = sleep(ctx)
			continue
		}
		for {
			line := make([]byte, 100)
			n, err := conn.Read(line)
			if err != nil {
				break
			}
			lines <- line[:n]
		}
		_ = sleep(ctx)
	}
}

// dialAll connects to those that answer.
func dialAll(addrs []string) (conns []net.Conn, failed []string) {
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			failed = append(failed, addr)
			continue
		}
		conns = append(conns, conn)
	}
	return conns, failed
}

// Those that are connected are connected again in each round.
func connectAll(addrs []string) []net.Conn {
	var all []net.Conn
	for {
		conns, failed := dialAll(addrs) // want `what dialAll got is kept in all, and then it is tried again for all of it`
		for _, conn := range conns {
			all = append(all, conn)
		}
		if len(failed) == 0 {
			return all
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

func dialEach(addrs []string) (conns []net.Conn, err error) {
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return conns, err
		}
		conns = append(conns, conn)
	}
	return conns, nil
}

func connectEach(addrs []string) (all []net.Conn, err error) {
	for range 5 {
		var conns []net.Conn
		conns, err = dialEach(addrs) // want `what dialEach got is kept in all, and then it is tried again for all of it`
		all = append(all, conns...)
		if err == nil {
			break
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return all, err
}

// What is retried is handed to a function that recovers from its panics.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("panic")
		}
	}()
	return f()
}

func repeatSafely(f func() error) (err error) {
	for range 5 {
		if err = safely(f); err == nil {
			return nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}

var shared *sql.DB

func openSafely(dsn string) error {
	return repeatSafely(func() error {
		db, err := sql.Open("postgres", dsn) // want `^db stays open when db.Ping fails, and the next attempt opens another$`
		if err != nil {
			return err
		}
		if err := db.Ping(); err != nil {
			return err
		}
		shared = db
		return nil
	})
}
