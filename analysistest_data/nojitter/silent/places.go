package silent

import (
	"context"
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
