package losterror

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	. "fixes/behaviour"
)

// All that changes is the error that is returned, and in "inverted" for which
// errors there is another attempt.
func TestBehaviour(t *testing.T) {
	dials := func(dial func(addr string) error) func(*World) {
		return func(w *World) {
			for _, up := range []time.Duration{0, 3 * time.Second / 2} {
				err := dial(w.Up(up))
				w.Keeps(err, w.Took())
			}
			err := dial(Down)
			w.Keeps(w.Took())
			w.Tells(err)
		}
	}
	file := func(t *testing.T) string {
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	Run(t,
		Case{"shadowed", dials(func(addr string) error {
			conn, err := shadowed(addr, 5)
			Close(conn)
			return err
		}),
			"<nil>",
			"dial tcp: address nowhere: missing port in address"},
		Case{"atTheLimit", dials(func(addr string) error { return atTheLimit(addr, 3) }),
			"<nil>",
			"dial tcp: address nowhere: missing port in address"},
		Case{"neverAssignedButAsked", func(w *World) {
			dials(func(addr string) error { return neverAssignedButAsked(w.Context(19*time.Second/2), addr) })(w)
		},
			"context canceled",
			"dial tcp: address nowhere: missing port in address"},
		Case{"inSight", dials(inSight),
			"<nil>",
			"dial tcp: address nowhere: missing port in address"},
		Case{"onlyError", func(w *World) {
			w.Keeps(onlyError(file(t)), w.Took())
			err := onlyError(Down)
			w.Keeps(w.Took())
			w.Tells(err)
		},
			"<nil>",
			"remove nowhere: no such file or directory"},
		Case{"inverted", func(w *World) {
			w.Keeps(inverted(file(t)), w.Took())
			for _, name := range []string{Down, "/"} {
				err := inverted(name)
				w.Tells(err, w.Took())
			}
		},
			"open nowhere: no such file or directory 5s; <nil> 0s",
			"<nil> 0s; read /: is a directory 5s"},
	)
}
