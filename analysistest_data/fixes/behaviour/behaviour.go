// Package behaviour runs retries in virtual time, with operations that fail by a
// script, and tells what they do. Each test that uses it is run with the retries
// as they were before a fix and as they are after it.
package behaviour

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/runtime/retry"
)

// Fixed is set in the environment of the runs after the fix.
const Fixed = "RETRYVET_FIXED"

// Case runs a retry. What the run keeps (see World) must be the same before and
// after the fix. What it tells is what the fix is for.
type Case struct {
	Name   string
	Run    func(w *World)
	Before string // what the run tells before the fix
	After  string // what it tells after it
}

// Run runs cases, each in a bubble of its own, checks what they tell, and prints
// what they keep.
func Run(t *testing.T, cases ...Case) {
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			w := &World{t: t}
			synctest.Test(t, func(t *testing.T) {
				log.SetFlags(0)
				log.SetOutput(&w.trace)
				defer log.SetOutput(os.Stderr)
				w.start = time.Now()
				c.Run(w)
				for _, stop := range w.stop {
					stop()
				}
			})
			want := c.Before
			if os.Getenv(Fixed) != "" {
				want = c.After
			}
			if got := strings.Join(w.told, "; "); got != want {
				t.Errorf("told %q, want %q", got, want)
			}
			pkg, _, _ := strings.Cut(filepath.Base(os.Args[0]), ".")
			for _, kept := range w.kept {
				fmt.Printf("trace: %s %s: %s\n", pkg, c.Name, kept)
			}
		})
	}
}

// World is what the retry of a case acts on.
type World struct {
	t          *testing.T
	start      time.Time
	trace      limited // what the operations saw and the log was told
	kept, told []string
	open       int // bodies
	addr       string
	stop       []func()
}

// limited is text that ends what goes on for ever.
type limited struct{ strings.Builder }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len() > 1_000_000 {
		panic("endless")
	}
	return l.Builder.Write(p)
}

// Keeps notes what the fix must not change, with all that was seen before.
func (w *World) Keeps(what ...any) {
	kept := strconv.Quote(w.Seen()) + " " + strings.TrimSpace(fmt.Sprintln(what...))
	if w.addr != "" {
		kept = strings.ReplaceAll(kept, w.addr, "there")
	}
	w.kept = append(w.kept, kept)
	refill()
}

// refill fills the retry budgets that the runs share, which would each leave less
// to the next.
func refill() {
	for _, b := range retry.DefaultBudgets() {
		for range 100 {
			b.Refund()
		}
	}
}

// Tells notes what the fix is for.
func (w *World) Tells(what ...any) {
	w.told = append(w.told, strings.TrimSpace(fmt.Sprintln(what...)))
}

// Seen is what has been seen since it was called last.
func (w *World) Seen() string {
	defer w.trace.Reset()
	return strings.TrimSpace(w.trace.String())
}

// Took is how much time has passed since it was called last.
func (w *World) Took() time.Duration {
	refill()
	took := time.Since(w.start)
	w.start = time.Now()
	return took
}

// Open is how many bodies of responses were left open since it was called last.
func (w *World) Open() int {
	defer func() { w.open = 0 }()
	return w.open
}

// Panics reports whether a function does.
func Panics(f func()) (panics bool) {
	defer func() { panics = recover() != nil }()
	f()
	return false
}

// Down is where nobody listens.
const Down = "nowhere"

// Up is an address at which somebody listens, after some time.
func (w *World) Up(after time.Duration) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		w.t.Fatal(err)
	}
	addr := l.Addr().String()
	w.addr = addr
	if after == 0 {
		w.stop = append(w.stop, func() { l.Close() })
		return addr
	}
	l.Close()
	timer := time.AfterFunc(after, func() {
		if l, err = net.Listen("tcp", addr); err != nil {
			w.t.Error(err)
		}
	})
	w.stop = append(w.stop, func() {
		if !timer.Stop() {
			l.Close()
		}
	})
	return addr
}

// Close closes a connection, if there is one.
func Close(c net.Conn) {
	if c != nil {
		c.Close()
	}
}

// Context is cancelled after some time.
func (w *World) Context(after time.Duration) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	timer := time.AfterFunc(after, cancel)
	w.stop = append(w.stop, func() { timer.Stop(); cancel() })
	return ctx
}

// DB is a database whose first pings fail, and those that follow return last. If
// nothing ends it, a ping lasts some time.
func (w *World) DB(fails int, last error, lasts time.Duration) *sql.DB {
	db := sql.OpenDB(&database{w: w, fails: fails, last: last, lasts: lasts})
	w.stop = append(w.stop, func() { db.Close() })
	return db
}

type database struct {
	w     *World
	fails int
	last  error
	lasts time.Duration
	tries int
}

func (d *database) Connect(context.Context) (driver.Conn, error) { return conn{d}, nil }
func (d *database) Driver() driver.Driver                        { return nil }

type conn struct{ *database }

func (c conn) Prepare(string) (driver.Stmt, error) { return nil, nil }
func (c conn) Close() error                        { return nil }
func (c conn) Begin() (driver.Tx, error)           { return nil, nil }
func (c conn) Ping(ctx context.Context) error {
	c.tries++
	fmt.Fprintf(&c.w.trace, "[ping %d]", c.tries)
	if c.lasts > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(c.lasts):
		}
	}
	if c.tries <= c.fails {
		return fmt.Errorf("failure %d", c.tries)
	}
	return c.last
}

// Client is a client whose server answers by a script: each word is a status, or
// what the error says that comes in the place of an answer. The body of an answer
// is its status; "cut" is one that breaks off. The last word goes on for ever.
func (w *World) Client(script ...string) *http.Client {
	return &http.Client{Transport: &server{w: w, script: script}}
}

type server struct {
	w      *World
	script []string
}

func (s *server) RoundTrip(req *http.Request) (*http.Response, error) {
	body := ""
	if req.Body != nil {
		data, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		req.Body.Close()
		body = " " + strconv.Quote(string(data))
	}
	answer := s.script[0]
	if len(s.script) > 1 {
		s.script = s.script[1:]
	}
	fmt.Fprintf(&s.w.trace, "[%s%s: %s]", req.Method, body, answer)
	var content io.Reader = strings.NewReader(answer)
	if answer == "cut" {
		answer, content = "200", io.MultiReader(content, cut{})
	}
	status, err := strconv.Atoi(answer)
	if err != nil {
		return nil, errors.New(answer)
	}
	s.w.open++
	return &http.Response{
		StatusCode: status, Status: answer, Header: http.Header{}, Request: req, ContentLength: 1,
		Body: &answered{content, s.w},
	}, nil
}

type cut struct{}

func (cut) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// answered is a body that counts as open until it is closed.
type answered struct {
	io.Reader
	w *World
}

func (a *answered) Close() error {
	if a.w != nil {
		a.w.open--
		a.w = nil
	}
	return nil
}
