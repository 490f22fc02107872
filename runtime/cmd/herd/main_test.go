package main

import (
	"os"
	"path/filepath"
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

func TestRefusesNonsense(t *testing.T) {
	for _, args := range [][]string{{"-scenario", "flood"}, {"-processes", "0"}, {"-rate", "NaN"}, {"-outage", "-1s"}, {"-outage", "5m"}, {"-attempts", "0"}} {
		if err := run(append(small[:0:0], args...), new(strings.Builder)); err == nil {
			t.Errorf("%v is no error", args)
		}
	}
}
