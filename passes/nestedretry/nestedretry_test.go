package nestedretry_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/nestedretry"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/nestedretry")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, nestedretry.Analyzer, "./reports", "./silent", "./inner", "./middle", "./suppressed")
}
