package lockedretry_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/lockedretry"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/lockedretry")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, lockedretry.Analyzer, "./reports", "./silent", "./suppressed")
}
