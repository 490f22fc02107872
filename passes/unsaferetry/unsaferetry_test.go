package unsaferetry_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/unsaferetry"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/unsaferetry")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, unsaferetry.Analyzer, "./reports", "./silent", "./suppressed")
}
