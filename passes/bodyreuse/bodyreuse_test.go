package bodyreuse_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/bodyreuse"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/bodyreuse")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, bodyreuse.Analyzer, "./reports", "./silent", "./suppressed")
}
