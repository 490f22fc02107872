package breakeropen_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/breakeropen"
)

// The breakers are real modules.
func TestAnalyzer(t *testing.T) {
	if testing.Short() {
		t.Skip("needs modules that may have to be downloaded")
	}
	dir, err := filepath.Abs("../../analysistest_data/breakeropen")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, breakeropen.Analyzer, "./reports", "./silent", "./suppressed")
}
