package redelivery_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/redelivery"
)

// The brokers are those of real modules.
func TestAnalyzer(t *testing.T) {
	if testing.Short() {
		t.Skip("needs modules that may have to be downloaded")
	}
	dir, err := filepath.Abs("../../analysistest_data/redelivery")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, redelivery.Analyzer, "./reports", "./brokers", "./silent", "./suppressed")
}
