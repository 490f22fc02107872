package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestArrows holds the analyzers free of what surrounds them: golangci-lint, Bazel
// and go fix build them without the command line. Tests may look up.
func TestArrows(t *testing.T) {
	const (
		module = "github.com/retryvet/retryvet/"
		tool   = module + "internal/tool/"
	)
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	down := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		above := strings.HasPrefix(words[0], module+"cmd/") || strings.HasPrefix(words[0], tool)
		for _, imported := range words[1:] {
			switch {
			case !strings.HasPrefix(imported, tool):
			case above:
				down++
			default:
				t.Errorf("%s imports %s, which stands above it", words[0], imported)
			}
		}
	}
	if down == 0 {
		t.Error("nothing imports internal/tool: this test looks for the wrong name")
	}
}
