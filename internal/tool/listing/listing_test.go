package listing_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/tool/listing"
	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// TestSilence compares why checks are silent about a site with what the comment on
// its first line says of some of them:
//
//	for range 3 { // silent: nojitter=over within 1s; ctxsleep=
//
// Of a check that reports the site, nothing is said.
func TestSilence(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: filepath.FromSlash("../../../analysistest_data/silence")}, "./...")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal("cannot load the package", err)
	}
	rows := rowsOf(t, pkgs)
	asked := 0
	for _, f := range pkgs[0].Syntax {
		for _, group := range f.Comments {
			_, text, ok := strings.Cut(group.Text(), "silent: ")
			if !ok {
				continue
			}
			line := pkgs[0].Fset.Position(group.Pos()).Line
			row, ok := rows[line]
			if !ok {
				t.Errorf("line %d: no site", line)
			}
			for clause := range strings.SplitSeq(strings.TrimSpace(text), "; ") {
				check, want, _ := strings.Cut(clause, "=")
				if got := row.Silent[check]; got != want {
					t.Errorf("line %d: %s is silent because %q, want %q", line, check, got, want)
				}
				asked++
			}
		}
	}
	if asked == 0 {
		t.Error("nothing was asked")
	}
}

// rowsOf lists sites by the lines where they begin.
func rowsOf(t *testing.T, pkgs []*packages.Package) map[int]listing.Row {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{listing.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[int]listing.Row{}
	for _, root := range graph.Roots {
		if root.Err != nil {
			t.Fatal(root.Err)
		}
		for _, d := range root.Diagnostics {
			var row listing.Row
			if err := json.Unmarshal([]byte(d.Message), &row); err != nil {
				t.Fatal(err)
			}
			rows[row.Line] = row
		}
	}
	return rows
}

// TestWorst compares the worst case of a loop with the map of retries, where three
// attempts, 250ms apart, are five each.
func TestWorst(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: filepath.FromSlash("../../../analysistest_data/retrymap")}, "./stock")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal("cannot load the package", err)
	}
	row, ok := rowsOf(t, pkgs)[16]
	if !ok || row.WorstAttempts == nil || *row.WorstAttempts != 15 || row.WorstWait == nil || *row.WorstWait != 0.5 {
		t.Errorf("%+v", row)
	}
}

// TestCircle lists functions that retry and lead to each other: looking for their worst
// case comes to an end.
func TestCircle(t *testing.T) {
	dir := t.TempDir()
	tooltest.Write(t, dir, "go.mod", tooltest.GoMod, "m.go", `package m

import (
	"net/http"
	"time"
)

func first(url string) (err error) {
	for range 3 {
		if err = third(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func third(url string) (err error) {
	for range 5 {
		if err = fourth(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func fourth(url string) error {
	if len(url) == 1 {
		return first(url + url)
	}
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`)
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, ".")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal("cannot load the package", err)
	}
	rows := rowsOf(t, pkgs)
	for line, waits := range map[int]float64{9: 2, 19: 4} {
		if row, ok := rows[line]; !ok || row.WorstAttempts == nil || row.WorstWait == nil || *row.WorstWait != waits {
			t.Errorf("line %d: %+v", line, row)
		}
	}
}
