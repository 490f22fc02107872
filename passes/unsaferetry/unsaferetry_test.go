package unsaferetry_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/passes/unsaferetry"
)

func TestAnalyzer(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/unsaferetry")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, unsaferetry.Analyzer, "./reports", "./silent", "./suppressed")
}

// TestTold says by a flag what the code does not show.
func TestTold(t *testing.T) {
	dir, err := filepath.Abs("../../analysistest_data/unsaferetry")
	if err != nil {
		t.Fatal(err)
	}
	if err := site.Analyzer.Flags.Set("idempotent", "unsaferetry/told.create"); err != nil {
		t.Fatal(err)
	}
	defer site.Analyzer.Flags.Set("idempotent", "")
	analysistest.Run(t, dir, unsaferetry.Analyzer, "./told")
}
