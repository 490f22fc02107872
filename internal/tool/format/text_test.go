package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/tool/finding"
	"github.com/retryvet/retryvet/internal/tool/source"
)

func TestSourceLine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	text := strings.Join([]string{
		"\tx := f(1)",
		"\tif\tg() { // größer",
		"\t/* größer */ h()",
		"\t" + strings.Repeat("x", widest+1),
		"",
	}, "\n")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r := Report{Files: &source.Files{}}
	for _, test := range []struct {
		line, col     int
		source, caret string
	}{
		{1, 7, "x := f(1)", "     ^"},
		{2, 5, "if\tg() { // größer", "  \t^"},
		{3, 17, "/* größer */ h()", "             ^"},
		{4, 2, "", ""}, // too long
		{5, 1, "", ""}, // nothing there
		{1, 1, "", ""}, // in the indentation
		{9, 1, "", ""}, // behind the end
		{0, 0, "", ""},
	} {
		source, caret := r.excerpt(finding.Place{File: name, Line: test.line, Col: test.col})
		if source != test.source || caret != test.caret {
			t.Errorf("%d:%d: %q, %q, want %q, %q", test.line, test.col, source, caret, test.source, test.caret)
		}
	}
}
