package fixes

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// source is a file's text.
type source struct {
	file  *ast.File
	tok   *token.File
	text  []byte
	clean bool // gofmt leaves it alone
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

// apply is the file's text after some edits, which are in order.
func (s *source) apply(edits []analysis.TextEdit) []byte {
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(s.text[at:s.tok.Offset(e.Pos)])
		out.Write(e.NewText)
		at = s.tok.Offset(e.End)
	}
	out.Write(s.text[at:])
	return out.Bytes()
}

// restOfLine is how much of a line follows a position.
func (s *source) restOfLine(pos token.Pos) token.Pos {
	rest := string(s.text[s.tok.Offset(pos):])
	n := strings.IndexByte(rest, '\n')
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
