package passes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes"
)

// apart are the golden packages that tests of their checks run, because they need
// a flag or a module of their own.
var apart = map[string][]string{
	"losterror":   {"reports"},
	"nestedretry": {"all", "library"},
	"nojitter":    {"backend", "told"},
	"perattempt":  {"go122"},
	"timeafter":   {"go122"},
	"uncapped":    {"strict", "withtests"},
	"unsaferetry": {"told"},
}

// TestGolden runs each check over its golden packages, as TestAnalyzer of its own
// package does. Here all are loaded together, because what takes long is the part
// of the standard library that they import: it is checked and analysed once, and
// not once for each check. go run ./internal/ci test runs this one alone.
func TestGolden(t *testing.T) {
	work := "go 1.26\n"
	var patterns []string
	byModule := map[string]*analysis.Analyzer{}
	for _, a := range passes.All() {
		module, err := filepath.Abs(filepath.Join("../analysistest_data", a.Name))
		if err != nil {
			t.Fatal(err)
		}
		mod, err := os.ReadFile(filepath.Join(module, "go.mod"))
		if err != nil {
			if own, _ := os.ReadFile(filepath.Join(a.Name, a.Name+"_test.go")); strings.Contains(string(own), "func TestAnalyzer(") {
				t.Errorf("TestAnalyzer of %s has no module there: %v", a.Name, err)
			}
			continue
		}
		var own []string
		for _, pkg := range packagesOf(t, module) {
			if !slices.Contains(apart[a.Name], strings.Split(pkg, "/")[0]) {
				own = append(own, a.Name+"/"+pkg)
			}
		}
		// The versions that modules ask for would be mixed.
		if strings.Contains(string(mod), "require") {
			if !testing.Short() {
				analysistest.Run(t, module, a, own...)
			}
			continue
		}
		work += fmt.Sprintf("use %q\n", module)
		byModule[a.Name] = a
		patterns = append(patterns, own...)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.work": work, "go.mod": "module golden\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	analysistest.Run(t, dir, each(byModule), patterns...)
}

// packagesOf lists the packages of a module by their directories.
func packagesOf(t *testing.T, module string) (list []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(module, "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	deeper, err := filepath.Glob(filepath.Join(module, "*", "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(files, deeper...) {
		rel, err := filepath.Rel(module, filepath.Dir(name))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, filepath.ToSlash(rel))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// each is an analyzer that runs in each package the check that its module is
// named after.
func each(checks map[string]*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "each",
		Doc:      "each: run the check that a golden package is about",
		Requires: required(),
		Run: func(pass *analysis.Pass) (any, error) {
			name, _, _ := strings.Cut(pass.Pkg.Path(), "/")
			a := checks[name]
			if a == nil {
				return nil, fmt.Errorf("%s is in no module of a check", pass.Pkg.Path())
			}
			sub := *pass
			sub.Analyzer = a
			_, err := a.Run(&sub)
			return nil, err
		},
	}
}
