package beyond // want package:`^\{package beyond \("summary/beyond"\) \[Ask remote probes Get probably remote Missing ofNil\(no\) Name remote Ran probably remote Recall probably remote Step unknown\]\}$`

import (
	"context"

	"summary/places"
)

func Name(c places.Client) (string, error) { return c.Name("x") }

func Get(e places.Either) ([]byte, error) { return e.Get("x") }

// Nothing is said of what is local.
func Solve(ctx context.Context, s places.Solver) (int, error) { return s.Solve(ctx, 1) }

func Recall(ctx context.Context, r places.Remembered) (string, error) { return r.Recall(ctx, "x") }

func Ask() error { return places.Ask() }

func Step(s places.Step) error { return places.Unknown(s) }

func Ran(ctx context.Context, r places.Remembered) error {
	return places.First(ctx, func(ctx context.Context) error { return places.Wrapped(ctx, r) })
}

func Missing(err error) bool { return places.Missing(err) }
