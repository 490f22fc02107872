package ctxslip

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	. "fixes/behaviour"
)

// Only a context that is done makes a difference: no attempt follows.
func TestBehaviour(t *testing.T) {
	dials := func(dial func(ctx context.Context, addr string) (net.Conn, error)) func(*World) {
		return func(w *World) {
			for _, up := range []time.Duration{0, time.Second / 2, 5 * time.Second / 2, 20 * time.Second} {
				conn, err := dial(context.Background(), w.Up(up))
				w.Keeps(conn != nil, err != nil, w.Took())
				Close(conn)
			}
			ctx := &asked{Context: w.Context(time.Millisecond)}
			_, err := dial(ctx, Down)
			w.Tells(ctx.times, err, w.Took())
		}
	}
	pings := func(ping func(context.Context, *sql.DB) error) func(*World) {
		return func(w *World) {
			for fails := range 4 {
				w.Keeps(ping(context.Background(), w.DB(fails, nil, 0)), w.Took())
			}
			endless := Panics(func() {
				err := ping(w.Context(time.Millisecond), w.DB(4, nil, 0))
				w.Tells(strings.Count(w.Seen(), "ping"), err, w.Took())
			})
			w.Tells("endless:", endless)
		}
	}
	Run(t,
		Case{"empty", dials(empty),
			"5 dial tcp: address nowhere: missing port in address 1ms",
			"1 context canceled 1ms"},
		Case{"logs", pings(logs),
			"endless: true",
			"1 context canceled 1ms; endless: false"},
		Case{"field", pings(func(ctx context.Context, db *sql.DB) error { return (&conn{ctx, db}).field() }),
			"5 <nil> 1ms; endless: false",
			"1 context canceled 1ms; endless: false"},
		Case{"ofRequest", dials(func(ctx context.Context, addr string) (net.Conn, error) {
			return ofRequest(new(http.Request).WithContext(ctx), addr)
		}),
			"5 dial tcp: address nowhere: missing port in address 1ms",
			"1 context canceled 1ms"},
		Case{"dropped", dials(dropped),
			"5 dial tcp: address nowhere: missing port in address 1ms",
			"1 context canceled 1ms"},
		Case{"otherClass", dials(func(ctx context.Context, addr string) (net.Conn, error) {
			return otherClass(ctx, func() (int, error) { return 0, nil }, addr)
		}),
			"9 dial tcp: address nowhere: missing port in address 1ms",
			"1 context canceled 1ms"},
		Case{"breaksInto", dials(breaksInto),
			"5 dial tcp: address nowhere: missing port in address 1ms",
			"1 dial tcp: address nowhere: missing port in address 1ms"},
	)
}

// asked is a context that counts the waits that ask it.
type asked struct {
	context.Context
	times int
}

func (a *asked) Done() <-chan struct{} {
	a.times++
	return a.Context.Done()
}
