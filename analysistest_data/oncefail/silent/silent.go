// Package silent holds starts whose failure is not kept, or does no harm.
package silent

import (
	"context"
	"database/sql"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
)

func open(ctx context.Context) (*sql.DB, error) {
	db, err := sql.Open("postgres", "postgres://db")
	if err != nil {
		return nil, err
	}
	return db, db.PingContext(ctx)
}

// The process ends.
var (
	fatalOnce sync.Once
	db        *sql.DB
)

func fatal() *sql.DB {
	fatalOnce.Do(func() {
		var err error
		db, err = open(context.Background())
		if err != nil {
			log.Fatal(err)
		}
	})
	return db
}

var must = sync.OnceValue(func() *sql.DB {
	db, err := open(context.Background())
	if err != nil {
		panic(err)
	}
	return db
})

var (
	exitOnce sync.Once
	exitDB   *sql.DB
	exitErr  error
)

func exits() *sql.DB {
	exitOnce.Do(func() {
		if exitDB, exitErr = open(context.Background()); exitErr != nil {
			log.Print(exitErr)
			os.Exit(1)
		}
	})
	return exitDB
}

// It is made anew after a failure.
var (
	again    sync.Once
	againDB  *sql.DB
	againErr error
)

func reset() (*sql.DB, error) {
	again.Do(func() { againDB, againErr = open(context.Background()) })
	if againErr != nil {
		again = sync.Once{}
	}
	return againDB, againErr
}

// It is a function's own.
func own(urls []string) ([]*http.Response, error) {
	var once sync.Once
	var first error
	var out []*http.Response
	var wg sync.WaitGroup
	for _, u := range urls {
		wg.Go(func() {
			resp, err := http.Get(u)
			if err != nil {
				once.Do(func() { first = err })
				return
			}
			out = append(out, resp)
		})
	}
	wg.Wait()
	lazily := sync.OnceValues(func() (*sql.DB, error) { return open(context.Background()) })
	lazily()
	return out, first
}

// What a request keeps is over with the request.
type request struct {
	once sync.Once
	user *http.Response
	err  error
}

func (r *request) who() (*http.Response, error) {
	r.once.Do(func() { r.user, r.err = http.Get("https://users.example") })
	return r.user, r.err
}

// Nothing is kept.
var greetOnce sync.Once

func greet() {
	greetOnce.Do(func() {
		if _, err := http.Get("https://telemetry.example"); err != nil {
			log.Print(err)
		}
	})
}

// It ends something.
type conn struct {
	net.Conn
	once sync.Once
	err  error
}

func (c *conn) Close() error {
	c.once.Do(func() { c.err = c.Conn.Close() })
	return c.err
}

// It is not remote, and so fails the next time too.
var hostname = sync.OnceValues(os.Hostname)

var home = sync.OnceValues(func() (string, error) { return os.UserHomeDir() })

var zone, _ = os.Hostname()

// The error is of another call.
var (
	parseOnce sync.Once
	parseErr  error
	parsed    *http.Request
)

func parse() (*http.Request, error) {
	parseOnce.Do(func() { parsed, parseErr = http.NewRequest("GET", "https://users.example", nil) })
	return parsed, parseErr
}

// A stream of a single session, behind an interface of this package.
type opener interface {
	Process(ctx context.Context) (*http.Response, error)
}

type viaHTTP struct{}

func (viaHTTP) Process(context.Context) (*http.Response, error) { return http.Get("https://x.example") }

type session struct {
	once   sync.Once
	client opener
	stream *http.Response
}

func (s *session) start(ctx context.Context) (err error) {
	s.once.Do(func() { s.stream, err = s.client.Process(ctx) })
	return err
}
