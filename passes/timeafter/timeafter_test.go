package timeafter_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/timeafter"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/timeafter")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, timeafter.Analyzer, "./reports", "./silent", "./suppressed")
}

// TestOldModule looks at a module whose go.mod says go 1.22.
func TestOldModule(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/timeafter/go122")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, timeafter.Analyzer, "./leaks")
}
