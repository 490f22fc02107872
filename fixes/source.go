package fixes

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// source is a file's text.
type source struct {
	file  *ast.File
	tok   *token.File
	text  []byte
	clean bool                   // gofmt leaves it alone
	spans []span                 // of the declarations that are no imports, in order
	uses  map[string][]token.Pos // see usesOfImports
	// causes is where the file names context.Cause, nil before that is known.
	causes *[]*ast.SelectorExpr
}

// span is where a declaration stands, with the comment above it and what follows
// on its last line.
type span struct{ from, to token.Pos }

// The sections of a file are its declarations, by their number, and
const (
	imports = -1 // all that stands before them
	nowhere = -2 // between them
)

// source reads a file, or returns nil for those that no fix may touch: generated
// ones and those of cgo, whose text is not what is compiled.
func (f *Fixer) source(file *ast.File) *source {
	tok := f.pass.Fset.File(file.FileStart)
	if src, known := f.files[tok]; known {
		return src
	}
	f.files[tok] = nil
	if ast.IsGenerated(file) || len(f.pass.TypeErrors) > 0 {
		return nil
	}
	for _, imp := range file.Imports {
		if imp.Path.Value == `"C"` {
			return nil
		}
	}
	if tok == nil || !strings.HasSuffix(tok.Name(), ".go") {
		return nil
	}
	text, err := f.pass.ReadFile(tok.Name())
	if err != nil || len(text) != tok.Size() {
		return nil
	}
	src := &source{file: file, tok: tok, text: text, clean: isFormatted(text)}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			src.spans = append(src.spans, span{src.above(d), d.End() + src.restOfLine(d.End())})
		}
	}
	f.files[tok] = src
	return src
}

// section is the one that a position stands in.
func (s *source) section(at token.Pos) int {
	i := sort.Search(len(s.spans), func(i int) bool { return at <= s.spans[i].to })
	switch {
	case i < len(s.spans) && s.spans[i].from <= at:
		return i
	case i == 0:
		return imports
	}
	return nowhere
}

// head is where the package clause and the imports stand.
func (s *source) head() (from, to token.Pos) {
	to = s.file.FileEnd
	if len(s.spans) > 0 {
		to = s.spans[0].from
	}
	return s.file.FileStart, to
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
	for i := s.commentsFrom(n.Pos()) - 1; i >= 0; i-- {
		group := s.file.Comments[i]
		if _, alone := s.indent(group.Pos()); !alone || s.tok.Line(group.End()) != line-1 {
			break
		}
		line = s.tok.Line(group.Pos())
	}
	return s.tok.LineStart(line)
}

// commentsFrom is the index of the first comment that ends behind a position.
func (s *source) commentsFrom(at token.Pos) int {
	return sort.Search(len(s.file.Comments), func(i int) bool { return s.file.Comments[i].End() > at })
}

// line is the beginning of the line of a position.
func (s *source) line(at token.Pos) token.Pos { return s.tok.LineStart(s.tok.Line(at)) }

// remark reports whether a comment follows a node on its line.
func (s *source) remark(n ast.Node) bool {
	i := s.commentsFrom(n.End())
	return i < len(s.file.Comments) && s.tok.Line(s.file.Comments[i].Pos()) == s.tok.Line(n.End())
}

// comments reports whether a comment stands between two positions.
func (s *source) comments(from, to token.Pos) bool {
	i := s.commentsFrom(from)
	return i < len(s.file.Comments) && s.file.Comments[i].Pos() < to
}

// apply is a part of the file's text after some edits in it, which are in order.
func (s *source) apply(from, to token.Pos, edits []analysis.TextEdit) []byte {
	var out bytes.Buffer
	for _, e := range edits {
		out.Write(s.text[s.tok.Offset(from):s.tok.Offset(e.Pos)])
		out.Write(e.NewText)
		from = e.End
	}
	out.Write(s.text[s.tok.Offset(from):s.tok.Offset(to)])
	return out.Bytes()
}

// restOfLine is how much of a line follows a position.
func (s *source) restOfLine(pos token.Pos) token.Pos {
	rest := s.text[s.tok.Offset(pos):]
	n := bytes.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	return token.Pos(n)
}

// insert is an edit that puts text before a position.
func insert(at token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}

// replace is an edit that puts text in the place of other text.
func replace(from, to token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: from, End: to, NewText: []byte(text)}
}

func isFormatted(text []byte) bool {
	formatted, err := format.Source(text)
	return err == nil && bytes.Equal(formatted, text)
}
