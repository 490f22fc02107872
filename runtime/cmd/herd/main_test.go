package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// small is an outage that takes no time to simulate.
var small = []string{"-processes", "1", "-capacity", "12", "-queue", "24"}

func TestOutage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "load.svg")
	var out strings.Builder
	if err := run(append(small, "-svg", file), &out); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); len(lines) != 3 {
		t.Errorf("%d lines, want a header and 2 runs:\n%s", len(lines), out.String())
	}
	svg, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(string(svg), "</svg>\n") {
		t.Errorf("%v, picture of %d bytes", err, len(svg))
	}
}

// The budget's numbers reach the simulation: without any tokens there is not
// one retry.
func TestBudgetFlags(t *testing.T) {
	var out strings.Builder
	if err := run(append(small, "-ratio", "-1", "-burst", "-1", "-persecond", "-1"), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if fields := strings.Fields(lines[2]); fields[0] != "yes" || fields[1] != fields[2] {
		t.Errorf("calls and attempts differ:\n%s", out.String())
	}
}

// The tables and the picture in the docs are what the command gives today.
func TestDocsAreCurrent(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round floating-point numbers in other places")
	}
	if testing.Short() {
		t.Skip("takes seconds")
	}
	page, err := os.ReadFile("../../docs/simulation.md")
	if err != nil {
		t.Fatal(err)
	}
	drawn := filepath.Join(t.TempDir(), "load.svg")
	for _, scenario := range []string{"outage", "herd", "amplification"} {
		var out strings.Builder
		if err := run([]string{"-scenario", scenario, "-svg", drawn}, &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), out.String()) {
			t.Errorf("docs/simulation.md lacks the table of %s:\n%s", scenario, out.String())
		}
	}
	got, err1 := os.ReadFile(drawn)
	want, err2 := os.ReadFile("../../docs/outage.svg")
	if err1 != nil || err2 != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/outage.svg is out of date (%v, %v)", err1, err2)
	}
}

func TestRefusesNonsense(t *testing.T) {
	for _, args := range [][]string{{"-scenario", "flood"}, {"-processes", "0"}, {"-rate", "NaN"}, {"-outage", "-1s"}, {"-outage", "5m"}, {"-attempts", "0"}} {
		if err := run(append(small[:0:0], args...), new(strings.Builder)); err == nil {
			t.Errorf("%v is no error", args)
		}
	}
}
