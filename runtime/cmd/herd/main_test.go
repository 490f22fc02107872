package main

import (
	"os"
	"path/filepath"
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

func TestRefusesNonsense(t *testing.T) {
	for _, args := range [][]string{{"-scenario", "flood"}, {"-clients", "0"}, {"-outage", "-1s"}, {"-outage", "5m"}} {
		if err := run(args, new(strings.Builder)); err == nil {
			t.Errorf("%v is no error", args)
		}
	}
}
