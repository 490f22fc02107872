package passes_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/site/sitetest"
	"github.com/retryvet/retryvet/passes"
)

// TestLibraries runs all checks over code that uses real retry libraries and
// clients, and one check over each of those that are about it. The comments that
// begin with "site:" are compared in internal/site.
func TestLibraries(t *testing.T) {
	if testing.Short() {
		t.Skip("needs modules that may have to be downloaded")
	}
	sitetest.ImportsAsVet(t)
	dir, err := filepath.Abs("../analysistest_data/libraries")
	if err != nil {
		t.Fatal(err)
	}
	download := exec.Command("go", "mod", "download")
	download.Dir = dir
	if out, err := download.CombinedOutput(); err != nil {
		t.Fatalf("go mod download: %v\n%s", err, out)
	}
	analysistest.Run(t, dir, everything, "./generic", "./clients", "./off", "./kube", "./redis", "./redisoff", "./deadlines", "./delays", "./reuse", "./units", "./awsown", "./awsgiven")
}

// everything runs all checks as one analyzer, so that one load serves them all.
// Its messages begin with the check's name, but where a package is about one.
var everything = &analysis.Analyzer{
	Name:     "everything",
	Doc:      "everything: run all checks",
	Requires: required(),
	Run: func(pass *analysis.Pass) (any, error) {
		about := elsewhere[pass.Pkg.Path()]
		for _, a := range passes.All() {
			if about != "" && a.Name != about {
				continue
			}
			if a.Name == "finalsleep" || a.Name == "losterror" {
				continue // what comes after the last attempt has nothing to do with the library
			}
			sub := *pass
			sub.Analyzer = a
			sub.Report = func(d analysis.Diagnostic) {
				if about == "" {
					d.Message = a.Name + ": " + d.Message
				}
				pass.Report(d)
			}
			if _, err := a.Run(&sub); err != nil {
				return nil, err
			}
		}
		return nil, nil
	},
}

// required is the analyzers whose results some check asks for.
func required() (list []*analysis.Analyzer) {
	for _, a := range passes.All() {
		for _, r := range a.Requires {
			if !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
	}
	return list
}
