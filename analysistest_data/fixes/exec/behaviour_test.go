package exec

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"testing"
	"time"

	. "fixes/behaviour"
)

// Only a context that is done makes a difference: it ends the wait.
func TestBehaviour(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(Cases)) {
		Run(t, Case{name, func(w *World) {
			for fails := range 8 {
				w.Keeps(Cases[name](context.Background(), w.DB(fails, nil, 0)))
				if !Endless[name] {
					w.Keeps(Cases[name](context.Background(), w.DB(fails, sql.ErrConnDone, 0)))
				}
			}
			w.Took()
			_ = Cases[name](w.Context(time.Millisecond), w.DB(20, nil, 0))
			w.Tells(w.Took() == time.Millisecond)
		}, "false", "true"})
	}
}

// Without a context in reach it is the wait after the last attempt that goes.
func TestAlone(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(Alone)) {
		Run(t, Case{name, func(w *World) {
			for fails := range 8 {
				w.Keeps(Alone[name](w.DB(fails, nil, 0)))
				w.Keeps(Alone[name](w.DB(fails, sql.ErrConnDone, 0)))
			}
			w.Took()
			_ = Alone[name](w.DB(20, nil, 0))
			w.Tells(w.Took() == 4*time.Second)
		}, "true", "false"})
	}
}

// A deadline that comes before the next attempt is not taken for a success.
func TestDeadline(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(Cases)) {
		Run(t, Case{name, func(w *World) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
			defer cancel()
			err := Cases[name](ctx, w.DB(20, nil, 0))
			w.Tells(err == nil && w.Took() <= time.Millisecond)
		}, "false", "false"})
	}
}
