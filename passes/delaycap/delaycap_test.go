package delaycap_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/delaycap"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/delaycap")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, delaycap.Analyzer, "./reports", "./silent", "./suppressed")
}

func TestModules(t *testing.T) {
	if testing.Short() {
		t.Skip("needs modules that may have to be downloaded")
	}
	dir, err := filepath.Abs("../../analysistest_data/libraries")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, delaycap.Analyzer, "./delays")
}
