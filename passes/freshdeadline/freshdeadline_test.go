package freshdeadline_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/freshdeadline"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/freshdeadline")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, freshdeadline.Analyzer, "./reports", "./silent", "./suppressed")
}
