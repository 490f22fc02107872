package retryafter_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/retryafter"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/retryafter")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, retryafter.Analyzer, "./reports", "./silent", "./suppressed")
}
