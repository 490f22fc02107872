package site_test

import (
	"fmt"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet/internal/site"
)

// TestFactsAlone compares what importers learn of packages that were analysed for
// them only with what they learn of others, those of the standard library included.
func TestFactsAlone(t *testing.T) {
	for _, dir := range [...]string{"../../analysistest_data/facts", "../../analysistest_data/nestedretry"} {
		t.Run(dir, func(t *testing.T) {
			pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}, "./...")
			if err != nil || len(pkgs) == 0 {
				t.Fatal("cannot load the packages", err)
			}
			whole, alone := factsBy(t, site.Analyzer, pkgs), factsBy(t, site.Facts, pkgs)
			if len(whole) == 0 {
				t.Error("no package has facts")
			}
			for pkg, want := range whole {
				if got := alone[pkg]; got != want {
					t.Errorf("%s:\n got %s\nwant %s", pkg, got, want)
				}
				delete(alone, pkg)
			}
			for pkg, got := range alone {
				t.Errorf("%s: unexpected: %s", pkg, got)
			}
		})
	}
}

// factsBy are the facts of all packages that some depend on, by an analyzer.
func factsBy(t *testing.T, a *analysis.Analyzer, pkgs []*packages.Package) map[string]string {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for act := range graph.All() {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, f := range act.AllPackageFacts() {
			if act.Analyzer == a && f.Package == act.Package.Types {
				out[act.Package.PkgPath] = fmt.Sprint(f.Fact)
			}
		}
	}
	return out
}
