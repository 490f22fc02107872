package retrylib_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/passes/retrylib"
)

// The libraries are those of real modules, but for Cloud Storage.
func TestAnalyzer(t *testing.T) {
	if testing.Short() {
		t.Skip("needs modules that may have to be downloaded")
	}
	dir, err := filepath.Abs("../../analysistest_data/retrylib")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, retrylib.Analyzer, "./generic", "./posts", "./kube", "./clouds", "./storage", "./grpcs", "./raised", "./stores", "./pool", "./transports", "./suppressed")
}
