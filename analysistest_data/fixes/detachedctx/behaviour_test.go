package detachedctx

import (
	"context"
	"database/sql"
	"testing"
	"time"

	. "fixes/behaviour"
)

// Only a context that is done makes a difference: it ends the attempt, too.
func TestBehaviour(t *testing.T) {
	run := func(retry func(context.Context, *sql.DB) error) func(*World) {
		return func(w *World) {
			for fails := range 7 {
				w.Keeps(retry(context.Background(), w.DB(fails, nil, time.Millisecond)), w.Took())
			}
			err := retry(w.Context(10*time.Millisecond), w.DB(9, nil, 700*time.Millisecond))
			w.Tells(err, w.Took())
		}
	}
	Run(t,
		Case{"argument", run(argument), "context canceled 700ms", "context canceled 10ms"},
		Case{"timeout", run(timeout), "context canceled 700ms", "context canceled 10ms"},
	)
}
