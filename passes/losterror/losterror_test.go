package losterror_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/losterror"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/losterror")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, losterror.Analyzer, "./reports", "./silent", "./suppressed")
}
