package reports

import (
	"context"
	"errors"
	"net"
	"time"

	"nojitter/backend"
)

// The only implementation sends a request.
func byInterface(c backend.Client) (name string, err error) {
	for range 5 {
		if name, err = c.Name("x"); err == nil {
			return name, nil
		}
		time.Sleep(5 * time.Second) // want `^the delay of 5s between attempts of c\.Name has no jitter: clients that fail together retry together$`
	}
	return "", err
}

func byVariable() (err error) {
	for range 5 {
		if err = backend.Fetch(); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second) // want `^the delay of 5s between attempts of backend\.Fetch has no jitter: .*`
	}
	return err
}

type store interface {
	Load(ctx context.Context) error
}

func load(ctx context.Context, s store) error { return s.Load(ctx) }

// A wrapper is what it wraps: probably remote.
func byWrapper(ctx context.Context, s store) (err error) {
	for range 5 {
		if err = load(ctx, s); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second) // want `^the delay of 5s between attempts of load has no jitter: .*`
	}
	return err
}

// What is retried is what callers hand in, not the default alone.
func retried(op func() error) (err error) {
	if op == nil {
		op = func() error { return nil }
	}
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second) // want `^the delay of 5s between attempts of op has no jitter: .*`
	}
	return err
}

func looksUp(host string) error {
	return retried(func() error {
		_, err := net.LookupHost(host)
		return err
	})
}

// handsOn gives the retrier what its own callers give it.
func handsOn(op func() error) error { return twice(op) }

func twice(op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second) // want `^the delay of 5s between attempts of op has no jitter: .*`
	}
	return err
}

func fetches() error { return handsOn(backend.Fetch) }

// apart retries in a goroutine of its own.
func apart(op func() error) {
	go func() {
		for range 5 {
			if op() == nil {
				return
			}
			time.Sleep(5 * time.Second) // want `^the delay of 5s between attempts of op has no jitter: .*`
		}
	}()
}

func fetchesApart() { apart(backend.Fetch) }

type part interface {
	Load(ctx context.Context) error
}

type machine struct {
	parts map[string]part
	used  int
	state []string
	done  bool
}

func (m *machine) refreshAll(ctx context.Context) (err error) {
	if m.done {
		return nil
	}
	if m.used > 0 {
		return errors.New("in use")
	}
	for name, p := range m.parts {
		m.state = append(m.state, name)
		if err := p.Load(ctx); err != nil {
			m.state = append(m.state, "failed")
			return err
		}
		delete(m.parts, name)
		m.state = m.state[:len(m.state)-1]
	}
	switch len(m.state) {
	case 0:
		m.state = nil
	case 1:
		m.state = append(m.state, "one")
	case 2:
		m.state = append(m.state, "two")
	}
	if len(m.state) > 2 {
		m.state = m.state[:2]
		m.used++
		m.used--
		m.used = max(m.used, 0)
		m.used = min(m.used, 1)
	}
	m.state = append(m.state, "loaded")
	m.done = true
	return nil
}

func loadsMachine(ctx context.Context, m *machine) (err error) {
	for range 20 {
		if err = m.refreshAll(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `^the delay of 1s between attempts of m\.refreshAll has no jitter`
	}
	return err
}

// What takes a context is no informer's cache.
type taskLister interface {
	Tasks(ctx context.Context) ([]string, error)
}

func listsTasks(ctx context.Context, l taskLister) (tasks []string, err error) {
	for range 5 {
		if tasks, err = l.Tasks(ctx); err == nil {
			return tasks, nil
		}
		time.Sleep(5 * time.Second) // want `^the delay of 5s between attempts of l\.Tasks has no jitter`
	}
	return nil, err
}
