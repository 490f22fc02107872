package nobackoff_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/nobackoff"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/nobackoff")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, nobackoff.Analyzer, "./reports", "./silent", "./suppressed")
}
