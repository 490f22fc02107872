package uncapped_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/passes/uncapped"
)

func data(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../analysistest_data/uncapped")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, data(t), uncapped.Analyzer, "./reports", "./silent", "./suppressed", "./testcode", "./helpers", "./program")
}

func TestStrict(t *testing.T) {
	set(t, uncapped.Analyzer, "strict")
	analysistest.Run(t, data(t), uncapped.Analyzer, "./strict")
}

func TestTests(t *testing.T) {
	set(t, site.Analyzer, "tests")
	analysistest.Run(t, data(t), uncapped.Analyzer, "./withtests")
}

// set turns a flag of an analyzer on until the test is over.
func set(t *testing.T, a *analysis.Analyzer, flag string) {
	t.Helper()
	if err := a.Flags.Set(flag, "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Flags.Set(flag, "false") })
}
