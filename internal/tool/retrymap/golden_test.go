package retrymap_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/tool/graph"
	"github.com/retryvet/retryvet/internal/tool/retrymap"
)

// TestShop compares the map of a small program with what was worked out by hand.
func TestShop(t *testing.T) {
	m := shop(t)
	type chain struct {
		Entry, On string
		Product   string  // the attempts of the layers, the outermost first
		Attempts  float64 // without the symbols
		Seconds   float64 // of waits and of what has an end of its own
		Terms     string  // what else it takes
	}
	want := []chain{
		// Five times, 1s apart (4s), of three times with 100ms and 200ms between (0.3s), of
		// four times by the default, each with 500ms behind it, the last as well (2s):
		// 5 x (3 x 2 + 0.3) + 4 = 35.5. The interface leads to the one store that there is.
		{"GET /orders", "payments.example.com", "5 3 4", 60, 35.5, "60 x (*http.Client).Do"},
		// Three times, 250ms apart (0.5s), of five times by the client's default.
		{"GET /stock", "stock.example.com", "3 5", 15, 0.5, "15 x retryablehttp.Get, 12 x the waits of go-retryablehttp"},
		// A recursion that is a retry: the first time and, as the counter begins with 0 and
		// has to be below 3, three times more, 1s apart.
		{"POST /stock", "stock.example.com", "4 5", 20, 3, "20 x retryablehttp.Get, 16 x the waits of go-retryablehttp"},
		// What the goroutine of Refresh does multiplies with nothing, as nobody waits for it:
		// 3 x 2 + 0.3.
		{"main", "payments.example.com", "3 4", 12, 6.3, "12 x (*http.Client).Do"},
		// A recursion that is none: at each node until ten seconds are over, of which five
		// waits of 2s fit in, so six times.
		{"POST /refund", "audit.example.com", "6", 6, 10, ""},
	}
	var got []chain
	for _, c := range m.Chains {
		var factors []string
		for _, l := range c.Layers {
			factors = append(factors, m.Layers[l].Attempts.Attempts())
		}
		if len(c.Attempts.Symbols) > 0 || c.Attempts.Endless {
			t.Errorf("%s: %v attempts", m.Entries[c.Entry].Name, c.Attempts)
		}
		got = append(got, chain{
			m.Entries[c.Entry].Name, m.Operations[c.Operation].Target, strings.Join(factors, " "),
			c.Attempts.Known, c.Seconds.Known, strings.Join(c.Seconds.Symbols, ", "),
		})
	}
	slices.SortStableFunc(want, func(a, b chain) int { return int(b.Attempts - a.Attempts) })
	if !slices.Equal(got, want) {
		t.Errorf("chains:\n%s\nwant\n%s", lines(got), lines(want))
	}
	for _, l := range m.Layers {
		if l.Func == "(*Client).Charge" && !slices.Equal(l.Attempts.Defaults, []string{"c.cfg.MaxAttempts"}) {
			t.Errorf("the attempts of %s come from the defaults %q", l.Func, l.Attempts.Defaults)
		}
	}
}

func lines[T any](list []T) string {
	var out []string
	for _, x := range list {
		line, _ := json.Marshal(x)
		out = append(out, string(line))
	}
	return strings.Join(out, "\n")
}

// shop is the map of the golden program.
func shop(t *testing.T) *retrymap.Map {
	t.Helper()
	dir, err := filepath.Abs(filepath.FromSlash("../../../analysistest_data/retrymap"))
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, "./...")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal("cannot load the program", err)
	}
	results, err := checker.Analyze([]*analysis.Analyzer{graph.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rows []*graph.Package
	for _, act := range results.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			row := new(graph.Package)
			if err := json.Unmarshal([]byte(d.Message), row); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
	}
	return retrymap.Compose(rows, retrymap.Wish{Relative: func(file string) string {
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.ToSlash(rel)
	}})
}
