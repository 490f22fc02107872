package bodyleak

import (
	"net/http"
	"testing"

	. "fixes/behaviour"
)

// All that changes is how many bodies are left open.
func TestBehaviour(t *testing.T) {
	const url = "http://server/"
	scripts := [][]string{
		{"200"}, {"204"}, {"404"}, {"429"}, {"503"}, {"reset"},
		{"503", "200"}, {"429", "503", "reset", "204"}, {"reset", "503", "404"}, {"cut", "reset", "200"},
	}
	run := func(retry func(c *http.Client) (any, error)) func(*World) {
		return func(w *World) {
			var open []int
			for _, script := range scripts {
				out, err := retry(w.Client(script...))
				if resp, ok := out.(*http.Response); ok {
					out = nil
					if resp != nil {
						resp.Body.Close()
						out = resp.StatusCode
					}
				}
				w.Keeps(out, err, w.Took())
				open = append(open, w.Open())
			}
			w.Tells(open)
		}
	}
	decoded := client[int]{}
	Run(t,
		Case{"badStatus", run(func(c *http.Client) (any, error) { return badStatus(c, url) }),
			"[0 3 3 3 3 0 1 2 2 0]",
			"[0 0 0 0 0 0 0 0 0 0]"},
		Case{"readOnly", run(func(c *http.Client) (any, error) { var out int; err := readOnly(c, url, &out); return out, err }),
			"[0 0 0 0 0 0 0 0 0 1]",
			"[0 0 0 0 0 0 0 0 0 0]"},
		Case{"inside", run(func(c *http.Client) (any, error) { out, err := inside(c, url); return string(out), err }),
			"[0 4 4 4 4 0 1 3 3 0]",
			"[0 0 0 0 0 0 0 0 0 0]"},
		Case{"literal", run(func(c *http.Client) (any, error) { return literal(c, url) }),
			"[0 0 0 0 3 0 1 0 1 0]",
			"[0 0 0 0 0 0 0 0 0 0]"},
		Case{"get", run(func(c *http.Client) (any, error) { decoded.http = c; return decoded.get(url) }),
			"[0 0 0 0 3 0 1 0 1 0]",
			"[0 0 0 0 0 0 0 0 0 0]"},
		Case{"ways", run(func(c *http.Client) (any, error) { out, err := ways(c, url); return string(out), err }),
			"[0 4 1 4 4 0 1 3 2 0]",
			"[0 0 0 0 0 0 0 0 0 0]"},
		Case{"early", run(func(c *http.Client) (any, error) { return early(c, url) }),
			"[0 0 0 0 3 0 1 0 1 0]",
			"[0 0 0 0 0 0 0 0 0 0]"},
		Case{"never", run(func(c *http.Client) (any, error) { return nil, never(c, url) }),
			"[1 1 3 3 3 0 2 2 2 1]",
			"[0 0 0 0 0 0 0 0 0 0]"},
	)
}
