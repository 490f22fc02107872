package perattempt_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/perattempt"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/perattempt")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, perattempt.Analyzer, "./reports", "./silent", "./suppressed")
}

// TestOldModule looks at a module whose go.mod says go 1.22.
func TestOldModule(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/perattempt/go122")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, perattempt.Analyzer, "./timers")
}
