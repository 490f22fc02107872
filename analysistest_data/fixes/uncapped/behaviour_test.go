package uncapped

import (
	"database/sql"
	"os"
	"strings"
	"testing"
	"time"

	. "fixes/behaviour"
)

// Without anything in reach, package retry ends the retry after a quarter of an
// hour, and nothing else does.
func TestBehaviour(t *testing.T) {
	after := "<nil> false"
	if os.Getenv(Fixed) == "runtime" {
		after = "failure true"
	}
	run := func(ping func(*sql.DB) error) func(*World) {
		return func(w *World) {
			for _, fails := range []int{0, 1, 40} { // more, and the budget would make it last longer than that
				err := ping(w.DB(fails, nil, 0))
				tries := strings.Count(w.Seen(), "ping")
				w.Keeps(err, tries)
			}
			w.Took()
			err := ping(w.DB(3000, nil, 0))
			took := w.Took()
			w.Seen()
			said := "<nil>"
			if err != nil {
				said = "failure"
			}
			w.Tells(said, 14*time.Minute < took && took < 16*time.Minute)
		}
	}
	Run(t,
		Case{"plain", run(plain), "<nil> false", after},
		Case{"kept", run(kept), "<nil> false", after},
	)
}
