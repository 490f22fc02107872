package losterror_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/losterror"
)

func data(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../analysistest_data/losterror")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, data(t), losterror.Analyzer, "./silent", "./suppressed", "./told")
}

func TestCause(t *testing.T) {
	if err := losterror.Analyzer.Flags.Set("cause", "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { losterror.Analyzer.Flags.Set("cause", "false") })
	analysistest.Run(t, data(t), losterror.Analyzer, "./reports")
}
