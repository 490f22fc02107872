package badrand

import (
	"net"
	"testing"
	"time"

	. "fixes/behaviour"
)

// A draw no longer panics, and a fraction is kept.
func TestBehaviour(t *testing.T) {
	const many = 20
	dials := func(dial func(addr string) (net.Conn, error), from, below time.Duration) func(*World) {
		return func(w *World) {
			conn, err := dial(w.Up(0))
			w.Keeps(conn != nil, err, w.Took())
			Close(conn)
			panics := Panics(func() {
				// The sum of a few draws of whole seconds may be the least or the
				// most there is, that of many is not.
				for range many {
					_, err = dial(Down)
				}
			})
			took := w.Took() / many
			w.Tells(err)
			w.Tells(panics, took == from, from < took && took < below)
		}
	}
	draws := func(draw func(time.Duration) time.Duration, from, below time.Duration) func(*World) {
		return func(w *World) {
			for range 100 {
				if d := draw(100); d < from || d >= below {
					w.Keeps(d)
				}
			}
			for _, d := range []time.Duration{0, 1, 3} {
				w.Tells(Panics(func() { draw(d) }))
			}
		}
	}
	Run(t,
		Case{"zeroth", dials(zeroth, 0, 6*time.Second),
			"<nil>; true true false",
			"dial tcp: address nowhere: missing port in address; false false true"},
		Case{"zerothRange", dials(zerothRange, 0, 10*time.Second),
			"<nil>; true true false",
			"dial tcp: address nowhere: missing port in address; false false true"},
		Case{"Half", draws(Half, 50, 100),
			"true; true; false",
			"false; false; false"},
		Case{"quarter", draws(quarter, 76, 101),
			"true; true; true",
			"false; false; false"},
		Case{"truncated", dials(truncated, 150*time.Second, 155*time.Second),
			"dial tcp: address nowhere: missing port in address; false true false",
			"dial tcp: address nowhere: missing port in address; false false true"},
		Case{"wholeSeconds", func(w *World) {
			_, d, _, _ := wholeSeconds(time.Hour, 0.5)
			w.Tells(d == time.Hour, time.Hour < d && d < 90*time.Minute)
		}, "true false", "false true"},
	)
}
