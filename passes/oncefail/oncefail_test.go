package oncefail_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/oncefail"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/oncefail")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, oncefail.Analyzer, "./reports", "./silent", "./suppressed")
}
