package ctxslip_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/ctxslip"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/ctxslip")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, ctxslip.Analyzer, "./reports", "./silent", "./suppressed")
}
