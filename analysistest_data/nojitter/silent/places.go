package silent

import (
	"context"
	"errors"
	"os"
	"time"

	"nojitter/backend"
)

// The only implementation computes, though it takes a context.
func computes(ctx context.Context, s backend.Solver) (n int, err error) {
	for range 5 {
		if n, err = s.Solve(ctx, 1); err == nil {
			return n, nil
		}
		time.Sleep(5 * time.Second)
	}
	return 0, err
}

type step interface{ try() error }

// Nobody in sight implements it.
func unknownStep(s step) (err error) {
	for range 5 {
		if err = s.try(); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
	return err
}

// Only files are ever handed in.
func retriedFiles(op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
	return err
}

func asksFile(name string) error {
	return retriedFiles(func() error {
		_, err := os.Stat(name)
		return err
	})
}

// Nobody in sight hands anything in.
func retriedByOthers(op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
	return err
}

// part is something that the program has; that stopping it takes a context says how long
// it may take.
type part interface {
	Stop(ctx context.Context) error
}

type machine struct {
	parts map[string]part
	used  int
	state []string
	done  bool
}

func (m *machine) shutdownAll(ctx context.Context) (err error) {
	if m.done {
		return nil
	}
	if m.used > 0 {
		return errors.New("in use")
	}
	for name, p := range m.parts {
		m.state = append(m.state, name)
		if err := p.Stop(ctx); err != nil {
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
	m.state = append(m.state, "stopped")
	m.done = true
	return nil
}

func stopsMachine(ctx context.Context, m *machine) (err error) {
	for range 20 {
		if err = m.shutdownAll(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// podLister is as those that are generated for an informer's cache.
type podLister interface {
	Get(name string) (string, error)
}

func awaitsPod(l podLister) (pod string, err error) {
	for range 5 {
		if pod, err = l.Get("x"); err == nil {
			return pod, nil
		}
		time.Sleep(5 * time.Second)
	}
	return "", err
}
