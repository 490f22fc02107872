package delayunit

import (
	"net"
	"testing"
	"time"

	. "fixes/behaviour"
)

// All that changes is how long the waits are.
func TestBehaviour(t *testing.T) {
	run := func(dial func(addr string) (net.Conn, error), up ...time.Duration) func(*World) {
		return func(w *World) {
			conn, err := dial(w.Up(0))
			w.Keeps(conn != nil, err, w.Took())
			Close(conn)
			if len(up) == 0 {
				conn, err := dial(Down)
				w.Keeps(conn != nil, err)
				w.Tells(w.Took())
			}
			for _, after := range up {
				conn, err := dial(w.Up(after))
				w.Keeps(conn != nil, err)
				w.Tells(w.Took())
				Close(conn)
			}
		}
	}
	c := config{RetrySeconds: 3, delayMs: 20}
	Run(t,
		Case{"named", run(func(addr string) (net.Conn, error) { return named(c, addr) }), "15ns", "15s"},
		Case{"namedLocal", run(func(addr string) (net.Conn, error) { return namedLocal(c, addr) }), "100ns", "100ms"},
		Case{"squared", run(squared, time.Second/2, 3*time.Second/2), "1s; 555555h33m21s", "1s; 3s"},
		Case{"wrongWay", run(wrongWay),
			"15m1s",
			"31s"},
		Case{"wrongWayFloat", run(func(addr string) (net.Conn, error) { return wrongWayFloat(addr, 3) }),
			"34s",
			"12s"},
		Case{"wrongComparison", run(wrongComparison),
			"15m1s",
			"31s"},
	)
}
