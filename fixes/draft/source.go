package draft

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/flow"
)

// Files are the texts of a package's files, as one pass reads them.
type Files struct {
	pass  *analysis.Pass
	of    *flow.Package
	known map[*token.File]*Source
	files map[*token.File]*ast.File
}

// NewFiles prepares them; nothing is read yet.
func NewFiles(pass *analysis.Pass, of *flow.Package) *Files {
	return &Files{pass: pass, of: of, known: map[*token.File]*Source{}}
}

// At is the syntax of the file that a position is in.
func (f *Files) At(pos token.Pos) *ast.File {
	if f.files == nil {
		f.files = map[*token.File]*ast.File{}
		for _, file := range f.pass.Files {
			f.files[f.pass.Fset.File(file.FileStart)] = file
		}
	}
	return f.files[f.pass.Fset.File(pos)]
}

// Source is a file's text.
type Source struct {
	files *Files
	File  *ast.File
	Tok   *token.File
	text  []byte
	clean bool                   // gofmt leaves it alone
	spans []span                 // of the declarations that are no imports, in order
	uses  map[string][]token.Pos // see usesOfImports
}

// span is where a declaration stands, with the comment above it and what follows
// on its last line.
type span struct{ from, to token.Pos }

// The sections of a file are its declarations, by their number, and
const (
	imports = -1 // all that stands before them
	nowhere = -2 // between them
)

// Source reads a file, or returns nil for those that no fix may touch: generated
// ones and those of cgo, whose text is not what is compiled.
func (f *Files) Source(file *ast.File) *Source {
	tok := f.pass.Fset.File(file.FileStart)
	if src, known := f.known[tok]; known {
		return src
	}
	f.known[tok] = nil
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
	src := &Source{files: f, File: file, Tok: tok, text: text, clean: isFormatted(text)}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			src.spans = append(src.spans, span{src.Above(d), d.End() + src.RestOfLine(d.End())})
		}
	}
	f.known[tok] = src
	return src
}

// section is the one that a position stands in.
func (s *Source) section(at token.Pos) int {
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
func (s *Source) head() (from, to token.Pos) {
	to = s.File.FileEnd
	if len(s.spans) > 0 {
		to = s.spans[0].from
	}
	return s.File.FileStart, to
}

// Of is a node as written.
func (s *Source) Of(n ast.Node) string { return s.Between(n.Pos(), n.End()) }

func (s *Source) Between(from, to token.Pos) string {
	return string(s.text[s.Tok.Offset(from):s.Tok.Offset(to)])
}

// Indent is the white space that stands before pos on its line, if nothing else
// does.
func (s *Source) Indent(pos token.Pos) (string, bool) {
	line := s.Between(s.Tok.LineStart(s.Tok.Line(pos)), pos)
	return line, strings.TrimLeft(line, "\t ") == ""
}

// Above is the beginning of the line of a node, or of the comment right above it.
func (s *Source) Above(n ast.Node) token.Pos {
	line := s.Tok.Line(n.Pos())
	for i := s.commentsFrom(n.Pos()) - 1; i >= 0; i-- {
		group := s.File.Comments[i]
		if _, alone := s.Indent(group.Pos()); !alone || s.Tok.Line(group.End()) != line-1 {
			break
		}
		line = s.Tok.Line(group.Pos())
	}
	return s.Tok.LineStart(line)
}

// commentsFrom is the index of the first comment that ends behind a position.
func (s *Source) commentsFrom(at token.Pos) int {
	return sort.Search(len(s.File.Comments), func(i int) bool { return s.File.Comments[i].End() > at })
}

// Line is the beginning of the line of a position.
func (s *Source) Line(at token.Pos) token.Pos { return s.Tok.LineStart(s.Tok.Line(at)) }

// Remark reports whether a comment follows a node on its line.
func (s *Source) Remark(n ast.Node) bool {
	i := s.commentsFrom(n.End())
	return i < len(s.File.Comments) && s.Tok.Line(s.File.Comments[i].Pos()) == s.Tok.Line(n.End())
}

// comments reports whether a comment stands between two positions.
func (s *Source) comments(from, to token.Pos) bool {
	i := s.commentsFrom(from)
	return i < len(s.File.Comments) && s.File.Comments[i].Pos() < to
}

// apply is a part of the file's text after some edits in it, which are in order.
func (s *Source) apply(from, to token.Pos, edits []analysis.TextEdit) []byte {
	var out bytes.Buffer
	for _, e := range edits {
		out.Write(s.text[s.Tok.Offset(from):s.Tok.Offset(e.Pos)])
		out.Write(e.NewText)
		from = e.End
	}
	out.Write(s.text[s.Tok.Offset(from):s.Tok.Offset(to)])
	return out.Bytes()
}

// RestOfLine is how much of a line follows a position.
func (s *Source) RestOfLine(pos token.Pos) token.Pos {
	rest := s.text[s.Tok.Offset(pos):]
	n := bytes.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	return token.Pos(n)
}

// Insert is an edit that puts text before a position.
func Insert(at token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}

// Replace is an edit that puts text in the place of other text.
func Replace(from, to token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: from, End: to, NewText: []byte(text)}
}

func isFormatted(text []byte) bool {
	formatted, err := format.Source(text)
	return err == nil && bytes.Equal(formatted, text)
}
