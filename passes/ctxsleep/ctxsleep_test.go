package ctxsleep_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/ctxsleep"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/ctxsleep")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, ctxsleep.Analyzer, "./reports", "./silent", "./suppressed")
}
