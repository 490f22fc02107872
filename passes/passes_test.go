package passes_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/tool/listing"
	"github.com/retryvet/retryvet/passes"
)

const root = "github.com/retryvet/retryvet/passes"

func TestAll(t *testing.T) {
	if err := analysis.Validate(passes.All()); err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`^[a-z]+$`)
	seen := map[string]bool{}
	for _, a := range passes.All() {
		if seen[a.Name] {
			t.Errorf("two analyzers are called %s", a.Name)
		}
		seen[a.Name] = true
		if !name.MatchString(a.Name) {
			t.Errorf("%s: the name is not one word in lower case", a.Name)
		}
		first, _, _ := strings.Cut(a.Doc, "\n")
		summary, ok := strings.CutPrefix(first, a.Name+": ")
		if !ok || len(summary) < 10 || strings.Contains(a.Doc, "TODO") {
			t.Errorf("%s: the manual begins with %q", a.Name, first)
		}
		if want := "https://pkg.go.dev/" + root + "/" + a.Name; a.URL != want {
			t.Errorf("%s: the URL is %q, want %q", a.Name, a.URL, want)
		}
	}
}

// TestSuppressible checks that suppressions may name all checks but the one that
// looks after them.
func TestSuppressible(t *testing.T) {
	want := slices.DeleteFunc(passes.Names(), func(name string) bool { return name == "badignore" })
	if !slices.Equal(report.Checks, want) {
		t.Errorf("suppressions know %v, want %v", report.Checks, want)
	}
}

// TestArrows checks that no pass imports another and none reads files or the
// environment: what changes an answer enters by a flag, since the build cache
// keys on the flags.
func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	forbidden := []string{"os", "os/exec", "io/ioutil", "path/filepath", "net", "net/http", "syscall"}
	found := 0
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&pkg); err != nil {
			t.Fatal(err)
		}
		if pkg.ImportPath == root {
			continue
		}
		found++
		for _, imp := range pkg.Imports {
			if strings.HasPrefix(imp, root) {
				t.Errorf("%s imports %s", pkg.ImportPath, imp)
			}
			if slices.Contains(forbidden, imp) {
				t.Errorf("%s imports %s", pkg.ImportPath, imp)
			}
		}
	}
	if found < len(passes.All()) {
		t.Errorf("go list found %d packages of %d checks", found, len(passes.All()))
	}
}

// TestRealCode runs all checks and the listing of sites over the standard library and over what this
// module depends on, twice: nothing fails, and both runs say the same in the
// same order.
func TestRealCode(t *testing.T) {
	patterns := []string{"std", "all"}
	if testing.Short() {
		patterns = []string{"net/http", "database/sql"}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	first := analyze(t, pkgs)
	if second := analyze(t, pkgs); !slices.Equal(first, second) {
		t.Errorf("two runs differ:\n%s\n\n%s", strings.Join(first, "\n"), strings.Join(second, "\n"))
	}
	t.Logf("%d packages, %d findings and sites", len(pkgs), len(first))
}

// analyze runs all checks and renders what they report, by package and check.
func analyze(t *testing.T, pkgs []*packages.Package) []string {
	t.Helper()
	graph, err := checker.Analyze(append(passes.All(), listing.Analyzer), pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
		for i, d := range act.Diagnostics {
			out = append(out, fmt.Sprintf("%s %s %d %s: %s", act.Package.ID, act.Analyzer.Name, i, act.Package.Fset.Position(d.Pos), d.Message))
		}
	}
	slices.Sort(out) // the roots come in any order
	return out
}
