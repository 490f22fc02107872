package nojitter_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/nojitter"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/nojitter")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, nojitter.Analyzer, "./reports", "./silent", "./suppressed", "./timers")
}
