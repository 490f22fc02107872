package deadlinefit_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/deadlinefit"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/deadlinefit")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, deadlinefit.Analyzer, "./reports", "./silent", "./suppressed")
}

func TestModules(t *testing.T) {
	if testing.Short() {
		t.Skip("needs modules that may have to be downloaded")
	}
	for module, pkg := range map[string]string{"controllers": "./pollers", "libraries": "./deadlines"} {
		dir, err := filepath.Abs(filepath.Join("../../analysistest_data", module))
		if err != nil {
			t.Fatal(err)
		}
		analysistest.Run(t, dir, deadlinefit.Analyzer, pkg)
	}
}
