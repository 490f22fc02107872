// Package reports holds starts that are made once and whose failure is kept.
package reports

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
)

var (
	once    sync.Once
	db      *sql.DB
	openErr error
)

func open(ctx context.Context) (*sql.DB, error) {
	db, err := sql.Open("postgres", "postgres://db")
	if err != nil {
		return nil, err
	}
	return db, db.PingContext(ctx)
}

func database(ctx context.Context) (*sql.DB, error) {
	once.Do(func() { // want `^once.Do runs once for as long as the process lives: if open fails, it is never tried again and every later caller is handed the same error$`
		db, openErr = open(ctx)
	})
	return db, openErr
}

// The error takes a way round by a local one.
var (
	wrapOnce sync.Once
	wrapped  *sql.DB
	wrapErr  error
)

func wrap(ctx context.Context) (*sql.DB, error) {
	wrapOnce.Do(func() { // want `the same error$`
		d, err := open(ctx)
		if err != nil {
			wrapErr = fmt.Errorf("open: %w", err)
			return
		}
		wrapped = d
	})
	return wrapped, wrapErr
}

var value = sync.OnceValues(func() (*sql.DB, error) { // want `^sync.OnceValues runs once for as long as the process lives: if open fails, .* the same error$`
	return open(context.Background())
})

var checked = sync.OnceValue(func() error { // want `sync.OnceValue runs once .*the same error$`
	if _, err := open(context.Background()); err != nil {
		return fmt.Errorf("not there: %w", err)
	}
	return nil
})

// Only the first caller has the error.
var (
	shadowOnce sync.Once
	shadow     *sql.DB
)

func shadowed(ctx context.Context) (*sql.DB, error) {
	var err error
	shadowOnce.Do(func() { // want `only the first caller is told, every later one is handed what is unset and no error$`
		shadow, err = open(ctx)
	})
	return shadow, err
}

// Nobody has it.
var (
	ipOnce sync.Once
	ip     string
)

func publicIP() string {
	ipOnce.Do(fetchIP) // want `if http.Get fails, it is never tried again and every later caller is handed what is unset$`
	return ip
}

func fetchIP() {
	resp, err := http.Get("https://ip.example")
	if err != nil {
		log.Print(err)
		return
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	ip = string(b)
}

var (
	blankOnce sync.Once
	blank     *http.Response
)

func thrownAway() *http.Response {
	blankOnce.Do(func() { blank, _ = http.Get("https://config.example") }) // want `what is unset$`
	return blank
}

// A connection in a field.
type client struct {
	once sync.Once
	conn net.Conn
	err  error
}

func (c *client) get() (net.Conn, error) {
	c.once.Do(c.connect) // want `^once.Do runs once .*if net.Dial fails, .* the same error$`
	return c.conn, c.err
}

func (c *client) connect() { c.conn, c.err = net.Dial("tcp", "db:5432") }

// The struct is held by a variable of the package.
var settings struct {
	once sync.Once
	resp *http.Response
	err  error
}

func load() (*http.Response, error) {
	settings.once.Do(func() { // want `if http.Get fails, .* the same error$`
		settings.resp, settings.err = http.Get("https://config.example")
	})
	return settings.resp, settings.err
}

// The pointer is given its Once by a constructor, which is no second start.
type lazy struct {
	once *sync.Once
	conn net.Conn
	err  error
}

func newLazy() *lazy {
	l := &lazy{}
	l.once = &sync.Once{}
	return l
}

func (l *lazy) get() (net.Conn, error) {
	l.once.Do(func() { l.conn, l.err = net.Dial("tcp", "db:5432") }) // want `the same error$`
	return l.conn, l.err
}

var start, _ = http.Get("https://config.example") // want `^http.Get runs when the program starts and its error is thrown away: if it fails, the variable stays unset for as long as the process lives$`
