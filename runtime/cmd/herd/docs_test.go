//go:build !race

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The tables and the pictures in the docs are what the command gives today.
func TestDocsAreCurrent(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round floating-point numbers in other places")
	}
	page, err := os.ReadFile("../../docs/simulation.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, scenario := range []string{"outage", "herd", "amplification"} {
		drawn := filepath.Join(t.TempDir(), "load.svg")
		var out strings.Builder
		if err := run([]string{"-scenario", scenario, "-svg", drawn}, &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), out.String()) {
			t.Errorf("docs/simulation.md lacks the table of %s:\n%s", scenario, out.String())
		}
		if scenario == "amplification" {
			continue
		}
		got, err1 := os.ReadFile(drawn)
		want, err2 := os.ReadFile("../../docs/" + scenario + ".svg")
		if err1 != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s.svg is out of date (%v, %v)", scenario, err1, err2)
		}
	}
}
