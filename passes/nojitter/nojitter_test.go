package nojitter_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/passes/nojitter"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/nojitter")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, nojitter.Analyzer, "./reports", "./silent", "./suppressed", "./test/load", "./timers")
}

// TestTold says by a flag what the code does not show.
func TestTold(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/nojitter")
	if err != nil {
		t.Fatal(err)
	}
	if err := site.Analyzer.Flags.Set("remote", "nojitter/told.Store.Put"); err != nil {
		t.Fatal(err)
	}
	defer site.Analyzer.Flags.Set("remote", "")
	analysistest.Run(t, dir, nojitter.Analyzer, "./told")
}
