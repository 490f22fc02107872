package delaycap

import (
	"context"
	"net"
	"testing"
	"time"

	. "fixes/behaviour"
)

// All that changes is how long the late waits are.
func TestBehaviour(t *testing.T) {
	run := func(dial func(addr string) (net.Conn, error), late time.Duration) func(*World) {
		return func(w *World) {
			for _, up := range []time.Duration{0, time.Second / 2, 2 * time.Second, 40 * time.Second} {
				conn, err := dial(w.Up(up))
				w.Keeps(conn != nil, err, w.Took())
				Close(conn)
			}
			conn, err := dial(w.Up(late))
			w.Keeps(conn != nil, err)
			w.Tells(w.Took())
			Close(conn)
		}
	}
	Run(t,
		Case{"doubled", run(func(addr string) (net.Conn, error) { return doubled(context.Background(), addr) }, 5*time.Minute), "8m31s", "5m3s"},
		// It overflows after half an hour, and nothing ends the loop then, since it
		// goes on without a wait.
		Case{"lateMin", run(lateMin, 20*time.Minute), "20m3s", "20m3s"},
	)
}
