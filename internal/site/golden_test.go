package site_test

import (
	"encoding/json"
	"fmt"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/site/sitetest"
	"github.com/retryvet/retryvet/internal/tool/listing"
)

// TestAttributes compares the sites of the golden packages with the comments on
// the lines where they begin:
//
//	for range 5 { // site: bound=attempts attempts=5 delay=constant jitter=no wait=sleep
//	for { // work
//
// A comment need not name an attribute that has its default. A loop without a
// comment is no site, like one that is called work.
func TestAttributes(t *testing.T) {
	golden(t, "../../analysistest_data/site", "./forms", "./attributes", "./work", "./retriers", "./sessions")
}

// TestLibraries is about calls of real retry libraries.
func TestLibraries(t *testing.T) {
	if testing.Short() {
		t.Skip("needs modules that may have to be downloaded")
	}
	golden(t, "../../analysistest_data/libraries", "./generic", "./clients", "./off", "./kube", "./etcd", "./redis", "./redisoff")
}

// TestFacts is about retriers that are two packages away: what the calls do is
// known by facts alone.
func TestFacts(t *testing.T) {
	golden(t, "../../analysistest_data/facts", "./high")
	dir, err := filepath.Abs("../../analysistest_data/facts")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, site.Analyzer, "./low", "./mid")
}

func golden(t *testing.T, dir string, patterns ...string) {
	sitetest.ImportsAsVet(t)
	for _, pkg := range load(t, dir, patterns...) {
		t.Run(pkg.Name, func(t *testing.T) {
			want := wanted(t, pkg)
			got := map[string]string{}
			for _, s := range sites(t, pkg) {
				at := fmt.Sprintf("%s:%03d", filepath.Base(s.File), s.Line)
				if got[at] != "" {
					t.Errorf("%s: two sites", at)
				}
				got[at] = describe(s)
			}
			for _, at := range slices.Sorted(maps.Keys(got)) {
				if w, ok := want[at]; !ok {
					t.Errorf("%s: unexpected site: %s", at, got[at])
				} else if w != got[at] && w != safe.ReplaceAllString(got[at], "safe="+untold) {
					t.Errorf("%s:\n got %s\nwant %s", at, got[at], w)
				}
			}
			for _, at := range slices.Sorted(maps.Keys(want)) {
				if want[at] != work && got[at] == "" {
					t.Errorf("%s: no site found, want %s", at, want[at])
				}
			}
		})
	}
}

const work = "work"

// attributes are the words of a comment, in order, with their defaults.
var attributes = []struct{ name, value string }{
	{"kind", "retry"}, {"place", "remote"}, {"bound", "none"}, {"attempts", "0"}, {"delay", "none"},
	{"capped", "na"}, {"jitter", "na"}, {"wait", "none"}, {"reach", "none"}, {"inner", "none"}, {"safe", untold},
}

// untold is the value of an attribute that is compared only where a comment
// names it.
const untold = "untold"

func render(values map[string]string) string {
	var b strings.Builder
	for _, a := range attributes {
		v, ok := values[a.name]
		if !ok {
			v = a.value
		}
		fmt.Fprintf(&b, " %s=%s", a.name, v)
	}
	return b.String()[1:]
}

// describe renders all attributes of a site.
func describe(r listing.Row) string {
	v := map[string]string{
		"kind": r.Kind, "place": r.Remote, "delay": r.Delay, "capped": r.Capped,
		"jitter": r.Jitter, "wait": r.Wait, "reach": r.Reach, "safe": r.Safe,
	}
	if len(r.Bound) > 0 {
		v["bound"] = strings.Join(r.Bound, ",")
	}
	if r.Attempts != nil {
		v["attempts"] = fmt.Sprint(*r.Attempts)
	}
	if r.Inner != "" {
		v["inner"] = strings.ReplaceAll(r.Inner, " ", "")
	}
	return render(v)
}

var safe = regexp.MustCompile(`safe=\S+`)

// wanted reads the expectations of a package, by file and line.
func wanted(t *testing.T, pkg *packages.Package) map[string]string {
	t.Helper()
	want := map[string]string{}
	for _, f := range pkg.Syntax {
		for _, group := range f.Comments {
			for _, c := range group.List {
				text := strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
				at := line(pkg.Fset, c.Pos())
				if text == work {
					want[at] = work
					continue
				}
				text, ok := strings.CutPrefix(text, "site:")
				if !ok {
					continue
				}
				text, _, _ = strings.Cut(text, "// want") // for analysistest
				values := map[string]string{}
				for word := range strings.FieldsSeq(text) {
					name, value, _ := strings.Cut(word, "=")
					if !isAttribute(name) {
						t.Errorf("%s: there is no attribute %q", at, name)
					}
					values[name] = value
				}
				want[at] = render(values)
			}
		}
	}
	if len(want) == 0 {
		t.Error("no expectations")
	}
	return want
}

func isAttribute(name string) bool {
	for _, a := range attributes {
		if a.name == name {
			return true
		}
	}
	return false
}

func line(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%03d", filepath.Base(p.Filename), p.Line)
}

// sites runs the model over a package.
func sites(t *testing.T, pkg *packages.Package) []listing.Row {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{listing.Analyzer}, []*packages.Package{pkg}, nil)
	if err != nil {
		t.Fatal(err)
	}
	root := graph.Roots[0]
	if root.Err != nil {
		t.Fatal(root.Err)
	}
	var rows []listing.Row
	for _, d := range root.Diagnostics {
		var r listing.Row
		if err := json.Unmarshal([]byte(d.Message), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

// load loads packages with all that they import.
func load(t testing.TB, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the packages have errors")
	}
	return pkgs
}
