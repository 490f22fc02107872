package timerdrain_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/timerdrain"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/timerdrain")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, timerdrain.Analyzer, "./reports", "./silent", "./suppressed")
}

func TestFixes(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/timerdrain")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, timerdrain.Analyzer, "./reports")
}
