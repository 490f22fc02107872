package site_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLargeLoop is about a loop as interpreters and generated encoders have it:
// thousands of cases, each with a call that can fail and leads to the next
// round. To follow every failure through all of it would take hours; it is no
// retry that anybody wrote, so it is left alone.
func TestLargeLoop(t *testing.T) {
	var cases strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&cases, "\t\tcase %d:\n\t\t\tif err = step(%d); err != nil {\n\t\t\t\tcontinue\n\t\t\t}\n\t\t\treturn nil\n", i, i)
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", "module large\n\ngo 1.26\n")
	write(t, dir, "large.go", fmt.Sprintf(`package large

func run(step func(int) error, op func() int) (err error) {
	for {
		switch op() {
%s		}
	}
}
`, cases.String()))
	for _, pkg := range load(t, dir, "./...") {
		if got := sites(t, pkg); len(got) > 0 {
			t.Errorf("%d sites in a loop of 3000 cases", len(got))
		}
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
