package finalsleep_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/finalsleep"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/finalsleep")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, finalsleep.Analyzer, "./reports", "./silent", "./suppressed")
}
