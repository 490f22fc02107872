package cli_test

import (
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/tooltest"
)

const (
	broken  = "package broken\n\nvar x int = missing\nvar y int = gone\n"
	says    = "\tbroken/b.go:3:13: undefined: missing\n\tbroken/b.go:4:13: undefined: gone\n"
	missing = "import _ \"example.org/nosuch\"\n"
)

// TestBuildFails has packages that do not compile or load: their errors are told
// in full, with the packages that they take along, and the others are analysed.
func TestBuildFails(t *testing.T) {
	inPackage := func(name, text string) string { return strings.Replace(text, "package m", "package "+name, 1) }
	const found = "fetch.go:9:2: uncapped"
	for _, test := range []struct {
		name     string
		files    []string
		patterns string
		stderr   string
		heads    []string
	}{
		{"nothing else", []string{"broken/b.go", broken}, "./broken",
			"retryvet: not analysed: example.com/m/broken\n" + says, nil},
		{"what imports it", []string{"broken/b.go", broken, "uses/u.go", "package uses\n\nimport _ \"example.com/m/broken\"\n"}, "./...",
			"retryvet: not analysed: example.com/m/broken, example.com/m/uses\n" + says, []string{found}},
		{"syntax", []string{"broken/s.go", "package broken\n\nfunc {\n"}, "./...",
			"retryvet: not analysed: example.com/m/broken\n\tbroken/s.go:3:6: syntax error: unexpected {, expected name or (\n", []string{found}},
		{"missing module", []string{"lost/l.go", "package lost\n\n" + missing}, "./...",
			"retryvet: not analysed: example.com/m/lost\n\tlost/l.go:3:8: no required module provides package example.org/nosuch; to add it:\n\t\tgo get example.org/nosuch\n", []string{found}},
		{"test that misses a module", []string{"own/own.go", inPackage("own", bad), "own/own_test.go", "package own\n\n" + missing}, "./...",
			"retryvet: not analysed: the tests of example.com/m/own\n\town/own_test.go:3:8: no required module provides package example.org/nosuch; to add it:\n\t\tgo get example.org/nosuch\n", []string{found, "own/own.go:9:2: uncapped"}},
		{"test that does not compile", []string{"own/own.go", inPackage("own", bad), "own/own_test.go", "package own\n\nvar x int = missing\n", "lost/l.go", "package lost\n\n" + missing}, "./...",
			"the tests of example.com/m/own\n\town/own_test.go:3:13: undefined: missing\n", []string{found, "own/own.go:9:2: uncapped"}},
		{"many errors", []string{"broken/m.go", "package broken\n\nvar _ = []int{" + strings.Repeat("\n\tmissing,", 4) + "\n}\n"}, "./broken",
			"\tbroken/m.go:4:2: undefined: missing\n\tbroken/m.go:5:2: undefined: missing\n\tbroken/m.go:6:2: undefined: missing\n\tbroken/m.go:7:2: undefined: missing\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := tooltest.Dir(t, append([]string{"go.mod", gomod, "fetch.go", bad}, test.files...)...)
			for range 2 { // the second time from the cache
				got := run(t, dir, tool, "-uncapped", test.patterns)
				got.wantHeads(t, test.heads...)
				if got.Status != 2 || !strings.HasSuffix(got.Stderr, test.stderr) {
					t.Errorf("status %d, stderr:\n%swant\n%s", got.Status, got.Stderr, test.stderr)
				}
			}
		})
	}
}
