package draft

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// The packages that fixes may need.
const (
	RandPath   = "math/rand"
	RandV2Path = "math/rand/v2"
	RetryPath  = "github.com/retryvet/retryvet/runtime/retry"
)

// ImportEdit adds an import where it belongs: in order, in the group of the
// standard library's packages or in that of others.
func (s *Source) ImportEdit(path, as string) analysis.TextEdit {
	line := strconv.Quote(path)
	if as != "" {
		line = as + " " + line
	}
	var last *ast.GenDecl
	var best *ast.ImportSpec // the one that the new one stands behind
	for _, d := range s.File.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			continue
		}
		last = decl
		if !decl.Lparen.IsValid() {
			continue
		}
		for i, spec := range decl.Specs {
			spec := spec.(*ast.ImportSpec)
			if !sameGroup(importPath(spec), path) {
				continue
			}
			if importPath(spec) < path {
				best = spec
				continue
			}
			if best == nil || s.adjoin(best, spec) && i > 0 {
				return Insert(s.lineStart(spec), "\t"+line+"\n")
			}
		}
		if best != nil {
			return Insert(best.End()+s.RestOfLine(best.End()), "\n\t"+line)
		}
	}
	switch {
	case last == nil:
		return Insert(s.File.Name.End(), "\n\nimport "+line)
	case last.Lparen.IsValid() && len(last.Specs) > 0:
		end := last.Specs[len(last.Specs)-1].End()
		return Insert(end+s.RestOfLine(end), "\n\n\t"+line)
	default:
		return Insert(last.Pos(), "import "+line+"\n")
	}
}

func importPath(spec *ast.ImportSpec) string {
	path, _ := strconv.Unquote(spec.Path.Value)
	return path
}

// sameGroup reports whether two packages stand in one group of imports: that of
// the standard library, or that of all others.
func sameGroup(a, b string) bool { return isStd(a) == isStd(b) }

func isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// adjoin reports whether no blank line parts two imports.
func (s *Source) adjoin(a, b *ast.ImportSpec) bool {
	return !strings.Contains(s.Between(a.End(), b.Pos()), "\n\n")
}

// lineStart is where an import begins, with the comment above it.
func (s *Source) lineStart(spec *ast.ImportSpec) token.Pos {
	pos := spec.Pos()
	if spec.Doc != nil {
		pos = spec.Doc.Pos()
	}
	return s.Tok.LineStart(s.Tok.Line(pos))
}
