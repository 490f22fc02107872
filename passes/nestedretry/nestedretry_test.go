package nestedretry_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/nestedretry"
)

func data(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../analysistest_data/nestedretry")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, data(t), nestedretry.Analyzer, "./reports", "./silent", "./inner", "./middle", "./suppressed")
}

// TestLibrary: what is known of a library from without says nothing of its own parts.
func TestLibrary(t *testing.T) {
	analysistest.Run(t, filepath.Join(data(t), "library"), nestedretry.Analyzer, "./pkg/kgo")
}

func TestAll(t *testing.T) {
	if err := nestedretry.Analyzer.Flags.Set("all", "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nestedretry.Analyzer.Flags.Set("all", "false") })
	analysistest.Run(t, data(t), nestedretry.Analyzer, "./all")
}
