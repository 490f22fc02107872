package source

import (
	"go/ast"
	"slices"
	"strings"
)

// Nolint reports whether a comment for golangci-lint silences a linter at a line,
// as golangci-lint has it: //nolint, //nolint:all or //nolint:a,b on the line, on
// the first line of a statement or declaration around it, or alone on the line
// above that.
func (f *Files) Nolint(name string, line int, linter string) bool {
	file := f.file(name)
	if !strings.Contains(file.text, "nolint") {
		return false
	}
	f.parse(name)
	if file.syntax == nil {
		return false
	}
	at := func(n ast.Node) (first, col, last int) {
		p := file.fset.PositionFor(n.Pos(), false)
		return p.Line, p.Column, file.fset.PositionFor(n.End(), false).Line
	}
	type mark struct{ line, col int }
	var marks []mark
	for _, group := range file.syntax.Comments {
		for _, c := range group.List {
			if first, col, _ := at(c); names(c.Text, linter) {
				marks = append(marks, mark{first, col})
			}
		}
	}
	if slices.ContainsFunc(marks, func(m mark) bool { return m.line == line }) {
		return true
	}
	silent := false
	ast.Inspect(file.syntax, func(n ast.Node) bool {
		if n == nil || silent || len(marks) == 0 {
			return false
		}
		first, col, last := at(n)
		if line < first || line > last {
			return n == file.syntax // which begins at its package clause
		}
		silent = slices.ContainsFunc(marks, func(m mark) bool {
			return m.line == first || m.line == first-1 && m.col == col
		})
		return !silent
	})
	return silent
}

// names reports whether a comment is one for golangci-lint that silences a linter.
func names(comment, linter string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(comment, "/ "), "nolint")
	switch {
	case !ok || !strings.HasPrefix(comment, "//"):
		return false
	case rest == "" || rest[0] == ' ':
		return true
	case rest[0] != ':':
		return false
	}
	list, _, _ := strings.Cut(rest[1:], "//")
	list, _, _ = strings.Cut(strings.TrimSpace(list), " ")
	return slices.ContainsFunc(strings.Split(list, ","), func(item string) bool {
		item = strings.ToLower(strings.TrimSpace(item))
		return item == linter || item == "all"
	})
}
