// Package fixes turns a site and a wish into text edits.
//
// A fix is offered only where the rewritten code compiles, is as gofmt leaves
// it, and does the same but for the defect. Each wish (a method of Fixer)
// refuses what it cannot prove, and every fix is tried out before it is offered:
// the edited file is formatted and type-checked (see check.go). Where there is
// no fix, the message of the finding says in words what to do.
//
// The edits of a fix are as small as can be, so that the fixes of several
// checks at one place go together: that of ctxsleep wraps the duration that
// that of nojitter changes.
package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
)

// Fixer makes fixes for the findings of one pass.
type Fixer struct {
	pass  *analysis.Pass
	model *site.Model
	files map[*ast.File]*source
	names map[ast.Stmt]string // given to the limits of loops
	world *world              // see check.go
}

// source is a file's text.
type source struct {
	file  *ast.File
	tok   *token.File
	text  []byte
	clean bool // gofmt leaves it alone
}

// New makes the Fixer of a pass. It costs nothing until a fix is asked for.
func New(pass *analysis.Pass, model *site.Model) *Fixer {
	return &Fixer{pass: pass, model: model, files: map[*ast.File]*source{}, names: map[ast.Stmt]string{}}
}

// none is no fix.
var none []analysis.SuggestedFix

// place is where a fix takes effect: a statement, with what stands around it.
type place struct {
	f    *Fixer
	src  *source
	path []ast.Node // from the statement outward
	stmt ast.Stmt
	fn   ast.Node // the innermost function around it
	typ  *ast.FuncType
	body *ast.BlockStmt
	// indent is the white space before the statement, which begins its line.
	indent string
}

// at finds the statement around a node, which must begin its line and stand in
// a list of statements. Files that fixes leave alone have no places.
func (f *Fixer) at(file *ast.File, n ast.Node) *place {
	src := f.source(file)
	if src == nil {
		return nil
	}
	p := &place{f: f, src: src}
	path := enclosing(file, n)
	for i, outer := range path {
		s, ok := outer.(ast.Stmt)
		if _, ok := outer.(*ast.FuncLit); ok {
			return nil
		}
		if !ok || i+1 == len(path) || !isList(path[i+1], s) {
			continue
		}
		p.stmt, p.path = s, path[i:]
		break
	}
	if p.stmt == nil {
		return nil
	}
	for _, outer := range p.path {
		switch fn := outer.(type) {
		case *ast.FuncLit:
			p.fn, p.typ, p.body = fn, fn.Type, fn.Body
		case *ast.FuncDecl:
			p.fn, p.typ, p.body = fn, fn.Type, fn.Body
		}
		if p.fn != nil {
			break
		}
	}
	indent, ok := src.indent(p.stmt.Pos())
	if p.fn == nil || !ok {
		return nil
	}
	p.indent = indent
	return p
}

// atNode is at for a node of any file of the package.
func (f *Fixer) atNode(n ast.Node) *place {
	file := f.fileOf(n)
	if file == nil {
		return nil
	}
	return f.at(file, n)
}

// isList reports whether a statement is one of those that parent lists.
func isList(parent ast.Node, s ast.Stmt) bool {
	switch s.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return false // which a block lists, too
	}
	return slices.Contains(listOf(parent), s)
}

// listOf is the list of statements that a node has.
func listOf(parent ast.Node) []ast.Stmt {
	switch parent := parent.(type) {
	case *ast.BlockStmt:
		return parent.List
	case *ast.CaseClause:
		return parent.Body
	case *ast.CommClause:
		return parent.Body
	}
	return nil
}

// enclosing lists the nodes around n, n first.
func enclosing(file *ast.File, n ast.Node) []ast.Node {
	var path []ast.Node
	ast.Inspect(file, func(m ast.Node) bool {
		if m == nil || m.Pos() > n.Pos() || m.End() < n.End() {
			return false
		}
		path = append([]ast.Node{m}, path...)
		return m != n
	})
	return path
}

// source reads a file, or returns nil for those that no fix may touch: generated
// ones and those of cgo, whose text is not what is compiled.
func (f *Fixer) source(file *ast.File) *source {
	if src, known := f.files[file]; known {
		return src
	}
	f.files[file] = nil
	if ast.IsGenerated(file) || len(f.pass.TypeErrors) > 0 {
		return nil
	}
	for _, imp := range file.Imports {
		if imp.Path.Value == `"C"` {
			return nil
		}
	}
	tok := f.pass.Fset.File(file.FileStart)
	if tok == nil || !strings.HasSuffix(tok.Name(), ".go") {
		return nil
	}
	text, err := f.pass.ReadFile(tok.Name())
	if err != nil || len(text) != tok.Size() {
		return nil
	}
	src := &source{file: file, tok: tok, text: text, clean: isFormatted(text)}
	f.files[file] = src
	return src
}

// of is a node as written.
func (s *source) of(n ast.Node) string { return s.between(n.Pos(), n.End()) }

func (s *source) between(from, to token.Pos) string {
	return string(s.text[s.tok.Offset(from):s.tok.Offset(to)])
}

// indent is the white space that stands before pos on its line, if nothing else
// does.
func (s *source) indent(pos token.Pos) (string, bool) {
	line := s.between(s.tok.LineStart(s.tok.Line(pos)), pos)
	return line, strings.TrimLeft(line, "\t ") == ""
}

// above is the beginning of the line of a node, or of the comment right above it.
func (s *source) above(n ast.Node) token.Pos {
	line := s.tok.Line(n.Pos())
	for _, group := range s.file.Comments {
		if _, alone := s.indent(group.Pos()); alone && s.tok.Line(group.End()) == line-1 {
			line = s.tok.Line(group.Pos())
		}
	}
	return s.tok.LineStart(line)
}

// line is the beginning of the line of a position.
func (s *source) line(at token.Pos) token.Pos { return s.tok.LineStart(s.tok.Line(at)) }

// remark reports whether a comment follows a node on its line.
func (s *source) remark(n ast.Node) bool {
	for _, group := range s.file.Comments {
		if group.Pos() >= n.End() && s.tok.Line(group.Pos()) == s.tok.Line(n.End()) {
			return true
		}
	}
	return false
}

// comments reports whether a comment stands between two positions.
func (s *source) comments(from, to token.Pos) bool {
	for _, group := range s.file.Comments {
		if group.Pos() < to && from < group.End() {
			return true
		}
	}
	return false
}

// since reports whether the standard library that a file is built with has what
// a version of Go brought.
func (f *Fixer) since(file *ast.File, v string) bool {
	lib := site.Library(f.model.Package, file)
	return lib == "" || version.Compare(lib, v) >= 0
}

// language reports whether a file may use the language of a version of Go.
func (f *Fixer) language(file *ast.File, v string) bool {
	lang := f.pass.TypesInfo.FileVersions[file]
	return lang == "" || version.Compare(lang, v) >= 0
}

// lookup is what a name stands for at a position.
func (f *Fixer) lookup(name string, at token.Pos) types.Object {
	scope := f.pass.Pkg.Scope().Innermost(at)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, at)
	return obj
}

// free is the first of some names that can be declared anywhere in a function
// without hiding or hitting what has that name; "" if all are taken.
func (p *place) free(names ...string) string {
	for _, name := range names {
		used := false
		ast.Inspect(p.fn, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			used = used || ok && id.Name == name
			return !used
		})
		if !used && p.f.lookup(name, p.stmt.Pos()) == nil {
			return name
		}
	}
	return ""
}

// insert is an edit that puts text before a position.
func insert(at token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}

// replace is an edit that puts text in the place of other text.
func replace(from, to token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: from, End: to, NewText: []byte(text)}
}

// same reports whether the variables that a piece of source names where it
// stands are what those names stand for at another position.
func (f *Fixer) same(n ast.Node, at token.Pos) bool {
	ok := true
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.SelectorExpr:
			ok = ok && f.same(m.X, at)
			return false
		case *ast.KeyValueExpr:
			ok = ok && f.same(m.Value, at)
			return false
		case *ast.FuncLit:
			ok = false
		case *ast.Ident:
			obj := f.pass.TypesInfo.Uses[m]
			ok = ok && obj != nil && f.lookup(m.Name, at) == obj
		}
		return ok
	})
	return ok
}
