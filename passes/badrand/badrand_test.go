package badrand_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/badrand"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/badrand")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, badrand.Analyzer, "./reports", "./silent", "./suppressed")
}
