package summary_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/summary"
)

// TestFacts compares what a package tells its importers about its functions.
func TestFacts(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/summary")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, summary.Analyzer, "./low", "./mid", "./places", "./beyond")
}
