package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/retrymap"
	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

// twice has two layers, in two packages: three times of four, with a second between.
var twice = []string{
	"go.mod", gomod,
	"main.go", `package main

import "example.com/m/dial"

func main() {
	for range 3 {
		if dial.Dial() == nil {
			return
		}
	}
}
`,
	"dial/dial.go", `package dial

import (
	"net"
	"time"
)

func Dial() error {
	var err error
	for i := range 4 {
		if i > 0 {
			time.Sleep(time.Second)
		}
		var c net.Conn
		if c, err = net.Dial("tcp", "example.com:80"); err == nil {
			return c.Close()
		}
	}
	return err
}
`,
}

// TestMap draws the map of two packages in all formats.
func TestMap(t *testing.T) {
	dir := tooltest.Dir(t, twice...)
	got := run(t, dir, tool, "map")
	const sentence = "m.main: 3 x 4 = 12 attempts on net.Dial, up to 9s + 12 x net.Dial, no budget\n"
	if got.Status != 0 || !strings.HasPrefix(got.Stdout, sentence) || !strings.Contains(got.Stdout, "dial/dial.go:10") || got.Stderr != "" {
		t.Errorf("%+v, want %s", got, sentence)
	}
	var m retrymap.Map
	if err := json.Unmarshal([]byte(run(t, dir, tool, "map", "-format", "json").Stdout), &m); err != nil {
		t.Fatal(err)
	}
	if m.Module != "example.com/m" || len(m.Chains) != 1 || m.Chains[0].Attempts.Known != 12 || m.Chains[0].Seconds.Known != 9 {
		t.Errorf("%+v", m)
	}
	found := func(l retrymap.Layer) bool {
		return slices.ContainsFunc(l.Findings, func(f retrymap.Finding) bool { return f.Check == "nestedretry" })
	}
	if len(m.Layers) != 2 || !slices.ContainsFunc(m.Layers, found) {
		t.Errorf("no finding of nestedretry in %+v", m.Layers)
	}
	dot := run(t, dir, tool, "map", "-format", "dot")
	if !strings.HasPrefix(dot.Stdout, "digraph retries {\n") || !strings.Contains(dot.Stdout, "\te0 -> l0 [") || !strings.Contains(dot.Stdout, "\tl1 -> o0 [") {
		t.Error(dot.Stdout)
	}
	run(t, dir, tool, "map", "-o", "out.txt")
	if text, err := os.ReadFile(filepath.Join(dir, "out.txt")); err != nil || !strings.HasPrefix(string(text), sentence) {
		t.Errorf("%v, %s", err, text)
	}
}

// TestMapSelects shows a part of the map, and fails above limits.
func TestMapSelects(t *testing.T) {
	dir := tooltest.Dir(t, twice...)
	for _, test := range []struct {
		args   string
		status int
		shows  bool
	}{
		{"map -from ^main$", 0, true},
		{"map -from other", 0, false},
		{"map -to dial", 0, true},
		{"map -to payments", 0, false},
		{"map -fail-above attempts=12", 0, true},
		{"map -fail-above attempts=11", 1, true},
		{"map -fail-above seconds=8", 1, true},
		{"map -fail-above attempts=100,seconds=9", 0, true},
		{"map -top 1 .", 0, true},
		{"map ./dial", 0, false}, // whose functions main leads to
	} {
		got := run(t, dir, tool, strings.Fields(test.args)...)
		if shows := strings.Contains(got.Stdout, "3 x 4 = 12"); got.Status != test.status || shows != test.shows {
			t.Errorf("%s: %+v", test.args, got)
		}
	}
}
