package permanent_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/permanent"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/permanent")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, permanent.Analyzer, "./reports", "./silent", "./suppressed")
}
