package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for _, scenario := range []string{"herd", "outage"} {
		file := filepath.Join(t.TempDir(), "load.svg")
		var out strings.Builder
		if err := run([]string{"-scenario", scenario, "-svg", file, "-clients", "100"}, &out); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); len(lines) != 13 {
			t.Errorf("%d lines, want a header and 12 runs:\n%s", len(lines), out.String())
		}
		svg, err := os.ReadFile(file)
		if err != nil || !strings.HasSuffix(string(svg), "</svg>\n") {
			t.Errorf("%v, picture of %d bytes", err, len(svg))
		}
	}
}

// The tables and pictures in the docs are what the command gives today.
func TestDocsAreCurrent(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round floating-point numbers in other places")
	}
	page, err := os.ReadFile("../../docs/simulation.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, scenario := range []string{"herd", "outage"} {
		drawn := filepath.Join(t.TempDir(), "load.svg")
		var out strings.Builder
		if err := run([]string{"-scenario", scenario, "-svg", drawn}, &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), out.String()) {
			t.Errorf("docs/simulation.md lacks the table of %s:\n%s", scenario, out.String())
		}
		got, err1 := os.ReadFile(drawn)
		want, err2 := os.ReadFile("../../docs/" + scenario + ".svg")
		if err1 != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s.svg is out of date (%v, %v)", scenario, err1, err2)
		}
	}
}

func TestRefusesNonsense(t *testing.T) {
	for _, args := range [][]string{{"-scenario", "flood"}, {"-clients", "0"}, {"-outage", "-1s"}, {"-outage", "5m"}} {
		if err := run(args, new(strings.Builder)); err == nil {
			t.Errorf("%v is no error", args)
		}
	}
}
