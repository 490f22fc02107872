// Package apply puts the fixes of findings into files.
//
// What it is given are edits of byte ranges, as go vet -json reports them. Fixes
// that get into each other's way are not mixed: the widest is applied, and the
// others are said to be left. A file is changed by all fixes that go together or
// not at all, and nothing is written before all files are known to be good.
package apply

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// Edit replaces a range of bytes of a file.
type Edit struct {
	File       string
	Start, End int
	New        string
}

// Fix is one finding's fix.
type Fix struct {
	Check   string
	Message string // what the fix does
	Posn    string // where the finding is
	Edits   []Edit
}

// width is how much a fix changes.
func (f *Fix) width() int {
	n := 0
	for _, e := range f.Edits {
		n += e.End - e.Start + len(e.New)
	}
	return n
}

// File is what becomes of a file.
type File struct {
	Name     string
	Old, New []byte
}

// Left is a fix that is not applied, and why: what it conflicts with, or what is
// wrong with the file that came out.
type Left struct {
	Fix    Fix
	Reason string
}

// Result is what fixes make of files. Nothing of it is written yet.
type Result struct {
	Files   []File
	Applied []Fix
	Left    []Left
}

// Fixes applies fixes to the files that read gives.
func Fixes(fixes []Fix, read func(name string) ([]byte, error)) (*Result, error) {
	fixes = distinct(fixes)
	m := merger{texts: map[string][]byte{}, edits: map[string][]owned{}}
	res := &Result{}
	var good []Fix
	for i := range fixes {
		if err := m.read(&fixes[i], read); err != nil {
			return nil, err
		}
		if by := m.conflict(&fixes[i]); by != nil {
			res.Left = append(res.Left, Left{fixes[i], fmt.Sprintf("it changes what the fix of %s at %s changes", by.Check, by.Posn)})
			continue
		}
		m.add(&fixes[i])
		good = append(good, fixes[i])
	}
	broken := map[string]string{}
	for _, name := range m.names() {
		old := m.texts[name]
		text, err := finish(old, m.apply(name))
		switch {
		case err != nil:
			broken[name] = err.Error()
		case !bytes.Equal(old, text):
			res.Files = append(res.Files, File{Name: name, Old: old, New: text})
		}
	}
	for _, f := range good {
		reason := ""
		for _, e := range f.Edits {
			reason = cmp.Or(reason, broken[e.File])
		}
		if reason != "" {
			res.Left = append(res.Left, Left{f, reason})
		} else {
			res.Applied = append(res.Applied, f)
		}
	}
	return res, nil
}

// distinct drops fixes that are reported twice, as they are for a package that
// is analysed with and without its tests, and puts the widest first.
func distinct(fixes []Fix) []Fix {
	var out []Fix
	seen := map[string]bool{}
	for _, f := range fixes {
		key := f.Check + f.Posn + fmt.Sprint(f.Edits)
		if seen[key] || len(f.Edits) == 0 {
			continue
		}
		seen[key] = true
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b Fix) int {
		return cmp.Or(cmp.Compare(b.width(), a.width()), cmp.Compare(a.Posn, b.Posn), cmp.Compare(a.Check, b.Check))
	})
	return out
}

// owned is an edit with the fix that wants it.
type owned struct {
	Edit
	by *Fix
}

// merger collects the edits of fixes that go together.
type merger struct {
	texts map[string][]byte
	edits map[string][]owned
}

func (m *merger) read(f *Fix, read func(name string) ([]byte, error)) error {
	for _, e := range f.Edits {
		if m.texts[e.File] == nil {
			text, err := read(e.File)
			if err != nil {
				return err
			}
			m.texts[e.File] = text
		}
		if e.Start < 0 || e.End < e.Start || e.End > len(m.texts[e.File]) {
			return fmt.Errorf("%s has changed since it was analysed", e.File)
		}
	}
	return nil
}

// conflict is an accepted fix whose edits overlap those of f. Edits that are the
// same do not, nor do insertions where another edit begins or ends.
func (m *merger) conflict(f *Fix) *Fix {
	for _, e := range f.Edits {
		for _, o := range m.edits[e.File] {
			if o.Edit != e && e.Start < o.End && o.Start < e.End {
				return o.by
			}
		}
	}
	return nil
}

func (m *merger) add(f *Fix) {
	for _, e := range f.Edits {
		if !slices.ContainsFunc(m.edits[e.File], func(o owned) bool { return o.Edit == e }) {
			m.edits[e.File] = append(m.edits[e.File], owned{e, f})
		}
	}
}

func (m *merger) names() []string {
	var names []string
	for name := range m.edits {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// apply is the text of a file after its edits. Of edits at one place, the
// insertions come first.
func (m *merger) apply(name string) []byte {
	edits := m.edits[name]
	slices.SortStableFunc(edits, func(a, b owned) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.New, b.New))
	})
	text := m.texts[name]
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.Start])
		out.WriteString(e.New)
		at = e.End
	}
	out.Write(text[at:])
	return out.Bytes()
}

// finish removes imports that nothing needs any more and formats a file, if it
// was formatted before.
func finish(old, text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("together the fixes of this file make no program: %w", err)
	}
	before, err := parser.ParseFile(token.NewFileSet(), "", old, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	had, has := qualifiers(before), qualifiers(file)
	removed := false
	for _, spec := range slices.Clone(file.Imports) {
		name, p := importName(spec)
		if had[name] && !has[name] {
			removed = astutil.DeleteImport(fset, file, p) || removed
		}
	}
	formatted, err := format.Source(old)
	if err != nil || !bytes.Equal(formatted, old) && !removed {
		return text, nil
	}
	if removed {
		var out bytes.Buffer
		if err := format.Node(&out, fset, file); err != nil {
			return nil, err
		}
		return out.Bytes(), nil
	}
	return format.Source(text)
}

// importName is the name by which a file uses a package that it imports without
// giving it one, as far as the path tells.
func importName(spec *ast.ImportSpec) (name, importPath string) {
	importPath, _ = strconv.Unquote(spec.Path.Value)
	if spec.Name != nil {
		return "", importPath
	}
	return path.Base(importPath), importPath
}

// qualifiers are the names that stand before a dot in a file.
func qualifiers(file *ast.File) map[string]bool {
	out := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				out[id.Name] = true
			}
		}
		return true
	})
	return out
}
