// Package source reads the files that findings are in: their lines, and what
// stands around a place.
package source

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/astutil"
)

// Files reads each file once. A file that cannot be read, or is no Go, has no
// lines or no syntax; nothing here fails.
type Files struct {
	read map[string]*file
}

type file struct {
	text   string
	lines  []string
	fset   *token.FileSet
	syntax *ast.File // nil if it is no Go, or was not asked for yet
	parsed bool
}

func (f *Files) file(name string) *file {
	if got, ok := f.read[name]; ok {
		return got
	}
	if f.read == nil {
		f.read = map[string]*file{}
	}
	got := &file{}
	if data, err := os.ReadFile(name); err == nil {
		got.text = string(data)
		got.lines = strings.Split(got.text, "\n")
	}
	f.read[name] = got
	return got
}

// Line is a line of a file, without its end; "" if there is none.
func (f *Files) Line(name string, line int) string {
	lines := f.file(name).lines
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimSuffix(lines[line-1], "\r")
}

// Tokens is the code of a line, without comments and with single spaces, so
// that neither gofmt nor a remark changes it.
func (f *Files) Tokens(name string, line int) string {
	text := []byte(f.Line(name, line))
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(name, -1, len(text)), text, func(token.Position, string) {}, 0)
	var words []string
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return strings.Join(words, " ")
		case tok == token.SEMICOLON && lit == "\n":
		case lit != "":
			words = append(words, lit)
		default:
			words = append(words, tok.String())
		}
	}
}

// Characters is how many characters a line has before a column, which counts
// bytes from 1.
func (f *Files) Characters(name string, line, col int) int {
	text := f.Line(name, line)
	return utf8.RuneCountInString(text[:max(0, min(col-1, len(text)))])
}

// Position is the line and the column of the byte at an offset; false if the
// file is shorter.
func (f *Files) Position(name string, offset int) (line, col int, ok bool) {
	text := f.file(name).text
	if offset < 0 || offset > len(text) {
		return 0, 0, false
	}
	before := text[:offset]
	return 1 + strings.Count(before, "\n"), offset - strings.LastIndexByte(before, '\n'), true
}

// parse is a file with its syntax.
func (f *Files) parse(name string) *file {
	file := f.file(name)
	if !file.parsed {
		file.parsed = true
		file.fset = token.NewFileSet()
		file.syntax, _ = parser.ParseFile(file.fset, name, file.text, parser.SkipObjectResolution|parser.ParseComments)
	}
	return file
}

// path lists the nodes around a place, the innermost first.
func (f *Files) path(name string, line, col int) ([]ast.Node, *token.FileSet) {
	file := f.parse(name)
	if file.syntax == nil {
		return nil, nil
	}
	tf := file.fset.File(file.syntax.FileStart)
	if tf == nil || line < 1 || line > tf.LineCount() || col < 1 {
		return nil, nil
	}
	pos := tf.LineStart(line) + token.Pos(col-1)
	path, _ := astutil.PathEnclosingInterval(file.syntax, pos, pos)
	return path, file.fset
}

// Declaration names the function, method, variable, constant or type of the
// package that a place is in; "" if it is in none.
func (f *Files) Declaration(name string, line, col int) string {
	path, _ := f.path(name, line, col)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil && len(n.Recv.List) == 1 {
				return receiver(n.Recv.List[0].Type) + "." + n.Name.Name
			}
			return n.Name.Name
		case *ast.ValueSpec:
			if top(path, n) {
				return n.Names[0].Name
			}
		case *ast.TypeSpec:
			if top(path, n) {
				return n.Name.Name
			}
		}
	}
	return ""
}

// top reports whether a declaration is one of the file, and not of a function:
// path ends with it, the group it is in, and the file.
func top(path []ast.Node, spec ast.Node) bool {
	return len(path) >= 3 && path[len(path)-3] == spec
}

// receiver is the name of a method's type.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.ParenExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// Extent is the lines of the code that a finding at a place is about: the
// innermost loop around it in its function, or a statement of several lines
// that is nearer. Where there is neither, it is the line alone.
func (f *Files) Extent(name string, line, col int) (first, last int) {
	path, fset := f.path(name, line, col)
	for _, n := range path {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return line, line
		case *ast.BlockStmt, *ast.IfStmt, *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.CaseClause, *ast.CommClause, *ast.LabeledStmt:
			continue // parts of the loop
		case ast.Stmt:
			// Of positions by //line the place knows nothing.
			first, last := fset.PositionFor(n.Pos(), false).Line, fset.PositionFor(n.End(), false).Line
			if first < last || isLoop(n) {
				return first, last
			}
		}
	}
	return line, line
}

func isLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}
