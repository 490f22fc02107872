package passes_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/site/sitetest"
	"github.com/retryvet/retryvet/passes"
)

// apart are the golden packages that tests of their checks run with a flag, and
// what those import. Modules within a module are left to such tests, too.
var apart = map[string][]string{
	"ctxsleep":    {"everywhere"},
	"losterror":   {"reports"},
	"nestedretry": {"all"},
	"nojitter":    {"backend", "told"},
	"uncapped":    {"strict", "withtests"},
	"unsaferetry": {"told"},
}

// TestGolden runs each check over its golden packages, as TestAnalyzer of its own
// package does. Here all are loaded together, because what takes long is the part
// of the standard library that they import: it is checked and analysed once, and
// not once for each check. go run ./internal/ci test runs this one alone.
func TestGolden(t *testing.T) {
	sitetest.ImportsAsVet(t)
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

// elsewhere are the checks that golden packages in other modules are about, which
// require what these use.
var elsewhere = map[string]string{
	"controllers/ownlimiter":  "requeue",
	"controllers/pollers":     "deadlinefit",
	"controllers/queues":      "requeue",
	"controllers/reconcilers": "requeue",
	"libraries/deadlines":     "deadlinefit",
	"libraries/delays":        "delaycap",
	"libraries/reuse":         "backoffreuse",
	"libraries/units":         "delayunit",
}

// TestControllers runs checks over golden packages of Kubernetes' modules, as
// TestModules of their own packages do: here they are loaded once. TestLibraries
// has those of module libraries.
func TestControllers(t *testing.T) {
	if testing.Short() {
		t.Skip("needs modules that may have to be downloaded")
	}
	sitetest.ImportsAsVet(t)
	dir, err := filepath.Abs("../analysistest_data/controllers")
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, pkg := range packagesOf(t, dir) {
		if name := "controllers/" + pkg; elsewhere[name] != "" {
			patterns = append(patterns, name)
		} else if pkg != "ctrl" {
			t.Errorf("no check is named that %s is about", name)
		}
	}
	checks := map[string]*analysis.Analyzer{}
	for _, a := range passes.All() {
		for pkg, name := range elsewhere {
			if name == a.Name {
				checks[pkg] = a
			}
		}
	}
	analysistest.Run(t, dir, each(checks), patterns...)
}

// packagesOf lists the packages of a module by their directories.
func packagesOf(t *testing.T, module string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(module, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			if rel, err := filepath.Rel(module, filepath.Dir(path)); err == nil && filepath.Ext(path) == ".go" {
				list = append(list, filepath.ToSlash(rel))
			}
		case path != module:
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				return fs.SkipDir // a module of its own
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// each is an analyzer that runs in each package the check that the package, or the
// module it is in, is said to be about.
func each(checks map[string]*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "each",
		Doc:      "each: run the check that a golden package is about",
		Requires: required(),
		Run: func(pass *analysis.Pass) (any, error) {
			path := strings.TrimSuffix(pass.Pkg.Path(), ".test")
			module, _, _ := strings.Cut(path, "/")
			a := cmp.Or(checks[path], checks[module])
			if a == nil {
				return nil, fmt.Errorf("no check is known to be about %s", path)
			}
			sub := *pass
			sub.Analyzer = a
			_, err := a.Run(&sub)
			return nil, err
		},
	}
}
