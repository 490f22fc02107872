package ctxsleep_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/ctxsleep"
)

func data(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../analysistest_data/ctxsleep")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, data(t), ctxsleep.Analyzer, "./reports", "./silent", "./suppressed")
}

func TestEverywhere(t *testing.T) {
	if err := ctxsleep.Analyzer.Flags.Set("everywhere", "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ctxsleep.Analyzer.Flags.Set("everywhere", "false") })
	analysistest.Run(t, data(t), ctxsleep.Analyzer, "./everywhere")
}
