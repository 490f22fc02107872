package bodyleak_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/bodyleak"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/bodyleak")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, bodyleak.Analyzer, "./reports", "./silent", "./suppressed")
}
