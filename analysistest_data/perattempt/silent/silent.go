// Package silent holds attempts that leave nothing behind.
package silent

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// A function of its own runs its deferred calls each round.
func closed(ctx context.Context, client *http.Client, req *http.Request) (body []byte, err error) {
	for range 5 {
		body, err = func() ([]byte, error) {
			resp, err := client.Do(req)
			if err != nil {
				return nil, err
			}
			defer resp.Body.Close()
			return io.ReadAll(resp.Body)
		}()
		if err == nil {
			return body, nil
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// What is deferred once the attempt has succeeded.
func last(ctx context.Context, client *http.Client, req *http.Request) ([]byte, error) {
	for {
		resp, err := client.Do(req)
		if err == nil {
			defer resp.Body.Close()
			return io.ReadAll(resp.Body)
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
}

// By a switch.
func switched(ctx context.Context, client *http.Client, req *http.Request) ([]byte, error) {
	for {
		resp, err := client.Do(req)
		switch {
		case err != nil:
			if err := sleep(ctx); err != nil {
				return nil, err
			}
			continue
		default:
			defer resp.Body.Close()
		}
		return io.ReadAll(resp.Body)
	}
}

// Only the first round makes a timer.
func once(ctx context.Context, db *sql.DB) error {
	var t *time.Timer
	var limit <-chan time.Time
	first := true
	for {
		if first {
			first = false
			t = time.NewTimer(time.Minute)
			limit = t.C
			defer t.Stop()
		}
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-limit:
			return errors.New("too late")
		case <-time.After(time.Second + rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Each round handles something else: not a site.
func each(db *sql.DB, queries []string) error {
	for _, q := range queries {
		rows, err := db.Query(q)
		if err != nil {
			return err
		}
		defer rows.Close()
	}
	return nil
}

// Cancelled on each way.
func cancelled(ctx context.Context, db *sql.DB) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		err := db.PingContext(attempt)
		cancel()
		if err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

// Cancelled on the failing way first.
func cancelledFirst(ctx context.Context, db *sql.DB) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		if err := db.PingContext(attempt); err != nil {
			cancel()
			if err := sleep(ctx); err != nil {
				return err
			}
			continue
		}
		cancel()
		return nil
	}
}

// The goroutine cancels.
func cancelledElsewhere(ctx context.Context, addr string) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			if sleep(ctx) != nil {
				return
			}
			continue
		}
		live, cancel := context.WithCancel(ctx)
		go func() {
			serve(conn)
			cancel()
		}()
		<-live.Done()
		conn.Close()
	}
}

// Kept for the next round, which calls it first.
func cancelledNext(ctx context.Context, db *sql.DB) error {
	var attempt context.Context
	cancel := func() {}
	for {
		cancel()
		attempt, cancel = context.WithTimeout(ctx, time.Second)
		if err := db.PingContext(attempt); err == nil {
			cancel()
			return nil
		}
		if err := sleep(ctx); err != nil {
			cancel()
			return err
		}
	}
}

// The goroutine ends with its attempt.
func keep(ctx context.Context, addr string) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			if sleep(ctx) != nil {
				return
			}
			continue
		}
		over := make(chan struct{})
		go func() {
			select {
			case <-ctx.Done():
			case <-over:
			}
			conn.Close()
		}()
		serve(conn)
		close(over)
	}
}

// By a context of the attempt.
func keepByContext(outer context.Context, addr string) {
	for outer.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			if sleep(outer) != nil {
				return
			}
			continue
		}
		ctx, cancel := context.WithCancel(outer)
		go func() {
			<-ctx.Done()
			conn.Close()
		}()
		serve(conn)
		cancel()
	}
}

// By a failing write.
func beat(ctx context.Context, addr string) error {
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			if err := sleep(ctx); err != nil {
				return err
			}
			continue
		}
		go func() {
			t := time.NewTicker(time.Second)
			defer t.Stop()
			for {
				select {
				case <-t.C:
					if _, err := conn.Write([]byte("beat")); err != nil {
						return
					}
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

// Only the connection that stays is watched.
func watched(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			go func() {
				<-ctx.Done()
				conn.Close()
			}()
			return conn, nil
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
}

// The function lives as long as what it watches for.
func supervise(ctx context.Context, addr string) error {
	go func() {
		<-ctx.Done()
		println("stopping")
	}()
	var conn net.Conn
	for {
		var err error
		if conn, err = net.Dial("tcp", addr); err == nil {
			break
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
	serve(conn)
	return nil
}

// There is room for the result.
func pingWithin(db *sql.DB, limit time.Duration) error {
	result := make(chan error, 1)
	go func() {
		result <- db.Ping()
	}()
	select {
	case err := <-result:
		return err
	case <-time.After(limit):
		return errors.New("too late")
	}
}

// The result is taken, or given up.
func pingOrGiveUp(ctx context.Context, db *sql.DB) error {
	result := make(chan error)
	go func() {
		err := db.Ping()
		select {
		case result <- err:
		case <-ctx.Done():
		}
	}()
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The result is taken later.
func pingAndDrain(db *sql.DB, limit time.Duration) error {
	result := make(chan error)
	go func() {
		result <- db.Ping()
	}()
	select {
	case err := <-result:
		return err
	case <-time.After(limit):
		return <-result
	}
}

func late(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = pingWithin(db, time.Second); err == nil {
			return nil
		}
		if err = pingOrGiveUp(ctx, db); err == nil {
			return nil
		}
		if err = pingAndDrain(db, time.Second); err == nil {
			return nil
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
	return err
}

// Closed when the greeting fails.
func greet(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			if err = hello(conn); err == nil {
				return conn, nil
			}
			conn.Close()
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
}

// Closed by who asks.
func greetOrClose(ctx context.Context, addr string) (net.Conn, error) {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			if err = helloOrClose(conn); err == nil {
				return conn, nil
			}
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
}

func helloOrClose(conn net.Conn) error {
	if err := hello(conn); err != nil {
		conn.Close()
		return err
	}
	return nil
}

// Handed to what looks after it.
func handed(ctx context.Context, addr string, pool *sink) error {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			pool.add(conn)
			if err = hello(conn); err == nil {
				return nil
			}
		}
		if err := sleep(ctx); err != nil {
			return err
		}
	}
}

type sink struct{ conns []net.Conn }

func (s *sink) add(c net.Conn) { s.conns = append(s.conns, c) }

// The next round closes what the last one left.
func reopened(ctx context.Context, addr string) (net.Conn, error) {
	var conn net.Conn
	for {
		if conn != nil {
			conn.Close()
		}
		var err error
		if conn, err = net.Dial("tcp", addr); err == nil {
			if err = hello(conn); err == nil {
				return conn, nil
			}
		}
		if err := sleep(ctx); err != nil {
			return nil, err
		}
	}
}

// A listener, closed by a deferred call that stands early enough.
func ask(addr string) (string, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if err := hello(conn); err != nil {
		return "", err
	}
	return bufio.NewReader(conn).ReadString('\n')
}

// By the result of a named return.
func askNamed(addr string) (answer string, err error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			conn.Close()
		}
	}()
	if err = hello(conn); err != nil {
		return "", err
	}
	return bufio.NewReader(conn).ReadString('\n')
}

func asks(ctx context.Context, addr string) (string, error) {
	for {
		answer, err := ask(addr)
		if err == nil {
			return answer, nil
		}
		if answer, err = askNamed(addr); err == nil {
			return answer, nil
		}
		if err := sleep(ctx); err != nil {
			return "", err
		}
	}
}

// A field that the next attempt closes, or uses again.
type link struct {
	addr       string
	conn, keep net.Conn
}

func (l *link) connect() error {
	l.reset()
	conn, err := net.Dial("tcp", l.addr)
	if err != nil {
		return err
	}
	l.conn = conn
	return hello(l.conn)
}

func (l *link) reset() {
	if l.conn != nil {
		l.conn.Close()
	}
}

func (l *link) once() (err error) {
	if l.keep == nil {
		if l.keep, err = net.Dial("tcp", l.addr); err != nil {
			return err
		}
	}
	if err := hello(l.keep); err != nil {
		return err
	}
	return nil
}

func (l *link) run(ctx context.Context) error {
	for l.connect() != nil || l.once() != nil {
		if err := sleep(ctx); err != nil {
			return err
		}
	}
	return nil
}

func hello(conn net.Conn) error {
	_, err := conn.Write([]byte("hello"))
	return err
}

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

// What is handed on may be closed there, and here it is at the end of the round.
func feed(ctx context.Context, addr string, conns chan<- net.Conn, lines chan<- []byte) {
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			_ = sleep(ctx)
			continue
		}
		conns <- conn
		_ = sleep(ctx)
	}
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", addr)
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
		conn.Close()
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

// The next round turns to the others.
func connectRest(addrs []string) []net.Conn {
	var all []net.Conn
	for {
		conns, failed := dialAll(addrs)
		all = append(all, conns...)
		if len(failed) == 0 {
			return all
		}
		addrs = failed
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// What a round got is given back before the next.
func connectAtOnce(addrs []string) []net.Conn {
	var all []net.Conn
	for {
		conns, failed := dialAll(addrs)
		for _, conn := range conns {
			all = append(all, conn)
		}
		if len(failed) == 0 {
			return all
		}
		for _, conn := range all {
			conn.Close()
		}
		all = nil
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// Only what is complete is kept.
func connectThenKeep(addrs []string) []net.Conn {
	var all []net.Conn
	for {
		conns, failed := dialAll(addrs)
		if len(failed) == 0 {
			all = append(all, conns...)
			break
		}
		for _, conn := range conns {
			conn.Close()
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return all
}

// three are no pile.
func three(client *http.Client, url string) (*http.Response, error) {
	for range 3 {
		resp, err := client.Get(url)
		if err == nil {
			defer resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return resp, nil
			}
		}
		time.Sleep(time.Second)
	}
	return nil, nil
}

// What is handed on is kept for later, and no attempt calls it.
type tasks struct{ all []func() error }

func (t *tasks) add(f func() error) error {
	if len(t.all) > 100 {
		return errors.New("full")
	}
	t.all = append(t.all, f)
	return nil
}

func (t *tasks) addSoon(f func() error) (err error) {
	for range 5 {
		if err = t.add(f); err == nil {
			return nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}

var shared *sql.DB

func openLater(t *tasks, dsn string) error {
	return t.addSoon(func() error {
		db, err := sql.Open("postgres", dsn)
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
