package places // want package:`^\{package places \("summary/places"\) \[Ask remote probes Client\.Name remote Either\.Get probably remote First that of a parameter runs\(1\) Given remote Heals ofNil\(yes\) Joined remote Missing ofNil\(no\) Mux\.Call probably remote Mux\.Loop remote blocks Remembered\.Recall probably remote Run that of a parameter runs\(1\) Said ofNil\(no\) Solver\.Solve Unknown unknown Wrapped probably remote client\.Name remote counted\.Name remote servers\.Get remote\]\}$`

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"sync"
)

// Client has one implementation, which sends a request, and a wrapper of it.
type Client interface {
	Name(key string) (string, error)
}

type client struct{ http *http.Client }

func New(c *http.Client) Client { return counted{&client{c}} }

func (c *client) Name(key string) (string, error) {
	resp, err := c.http.Get("https://example.com/" + key)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

type counted struct{ next Client }

func (c counted) Name(key string) (string, error) { return c.next.Name(key) }

// Either has two, of which one asks the file system.
type Either interface {
	Get(key string) ([]byte, error)
}

type files struct{}

func (files) Get(key string) ([]byte, error) { return os.ReadFile(key) }

type servers struct{ *client }

func (s servers) Get(key string) ([]byte, error) {
	name, err := s.Name(key)
	return []byte(name), err
}

// Solver has one, which computes.
type Solver interface {
	Solve(ctx context.Context, n int) (int, error)
}

type newton struct{}

func (newton) Solve(ctx context.Context, n int) (int, error) {
	if n == 0 {
		return 0, errors.New("no solution")
	}
	return 1 / n, ctx.Err()
}

// Remembered has one beside it that is a map, so that there is another somewhere.
type Remembered interface {
	Recall(ctx context.Context, key string) (string, error)
}

type inMemory map[string]string

func (m inMemory) Recall(ctx context.Context, key string) (string, error) { return m[key], ctx.Err() }

// Nobody in sight implements it.
type Step interface{ Try() error }

func Unknown(s Step) error { return s.Try() }

// A wrapper is what it wraps.
func Wrapped(ctx context.Context, r Remembered) error {
	_, err := r.Recall(ctx, "key")
	return err
}

// Ask is a variable that holds a function; so does Try, which may hold another.
var Ask = ask

func ask() error {
	resp, err := http.Get("https://example.com/")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Run does what it is given, and First a function of its own with it.
func Run(ctx context.Context, op func(context.Context) error) error { return op(ctx) }

func First(ctx context.Context, op func(context.Context) error) error {
	return Run(ctx, op)
}

func Given(ctx context.Context, c *client) error {
	return Run(ctx, func(context.Context) error {
		_, err := c.Name("x")
		return err
	})
}

// Joined waits for its goroutines.
func Joined(hosts []string) error {
	var wg sync.WaitGroup
	errs := make([]error, len(hosts))
	for i, h := range hosts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_, errs[i] = net.LookupHost(h)
		}()
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Left does not.
func Left(host string) error {
	go func() { net.LookupHost(host) }()
	return nil
}

type request struct {
	body   []byte
	answer chan error
}

// Mux hands requests to a goroutine that writes them.
type Mux struct {
	conn  net.Conn
	queue chan request
}

func (m *Mux) Loop() {
	for r := range m.queue {
		_, err := m.conn.Write(r.body)
		r.answer <- err
	}
}

func (m *Mux) Call(body []byte) error {
	r := request{body, make(chan error, 1)}
	m.queue <- r
	return <-r.answer
}

// Questions about errors.
func Heals(err error) bool { return !errors.Is(err, fs.ErrNotExist) }

func Missing(err error) bool {
	var e *fs.PathError
	if errors.As(err, &e) {
		return true
	}
	return err == fs.ErrNotExist
}

func Said(err error) (string, bool) {
	if err == nil {
		return "", false
	}
	return err.Error(), true
}
