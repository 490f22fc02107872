package detachedctx_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/detachedctx"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/detachedctx")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, detachedctx.Analyzer, "./reports", "./silent", "./suppressed")
}
