package bodyreuse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	. "fixes/behaviour"
)

// All that changes is what the attempts after the first send.
func TestBehaviour(t *testing.T) {
	const url = "http://server/"
	sends := func(send func(c *http.Client) (*http.Response, error)) func(*World) {
		return func(w *World) {
			resp, err := send(w.Client("200"))
			w.Keeps(resp != nil, err, w.Took())
			for _, script := range [][]string{{"reset by peer", "200"}, {"reset by peer"}} {
				resp, err := send(w.Client(script...))
				w.Tells(w.Seen())
				w.Keeps(resp != nil, err, w.Took())
			}
		}
	}
	stores := func(put func(s store) error) func(*World) {
		return func(w *World) {
			w.Keeps(put(&memory{w: w}), w.Took())
			for _, fails := range []int{1, 3} {
				s := &memory{w: w, fails: fails}
				err := put(s)
				w.Tells(s.got)
				w.Keeps(err, w.Took())
			}
		}
	}
	Run(t,
		Case{"reader", sends(func(c *http.Client) (*http.Response, error) { return reader(context.Background(), c, url, "x") }),
			`[PUT "x": reset by peer][PUT "": 200]; [PUT "x": reset by peer][PUT "": reset by peer][PUT "": reset by peer]`,
			`[PUT "x": reset by peer][PUT "x": 200]; [PUT "x": reset by peer][PUT "x": reset by peer][PUT "x": reset by peer]`},
		Case{"request", sends(func(c *http.Client) (*http.Response, error) { return request(c, url, []byte("x")) }),
			`[PUT "x": reset by peer][PUT "": 200]; [PUT "x": reset by peer][PUT "": reset by peer][PUT "": reset by peer]`,
			`[PUT "x": reset by peer][PUT "x": 200]; [PUT "x": reset by peer][PUT "x": reset by peer][PUT "x": reset by peer]`},
		Case{"lostConnection", sends(func(c *http.Client) (*http.Response, error) { return lostConnection(c, url, []byte("x")) }),
			`[POST "x": reset by peer][POST "": 200]; [POST "x": reset by peer][POST "": reset by peer]`,
			`[POST "x": reset by peer][POST "x": 200]; [POST "x": reset by peer][POST "x": reset by peer]`},
		Case{"upload", stores(func(s store) error { return upload(context.Background(), s, []byte("x")) }),
			`[x="x" x=""]; [x="x" x="" x=""]`,
			`[x="x" x="x"]; [x="x" x="x" x="x"]`},
		Case{"generic", stores(func(s store) error { return generic(context.Background(), s, []byte("x")) }),
			`[x="x" x=""]; [x="x" x="" x=""]`,
			`[x="x" x="x"]; [x="x" x="x" x="x"]`},
	)
}

// memory is a store that fails a number of times.
type memory struct {
	w     *World
	fails int
	got   []string
}

func (m *memory) Upload(_ context.Context, name string, body io.Reader) error {
	data, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	m.got = append(m.got, fmt.Sprintf("%s=%q", name, data))
	if len(m.got) <= m.fails {
		return errors.New("full after " + strings.Repeat("I", len(m.got)))
	}
	return nil
}

func (m *memory) Put(ctx context.Context, o *options) error { return m.Upload(ctx, o.Path, o.Body) }
