package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// The packages that fixes may need.
const (
	randPath   = "math/rand"
	randV2Path = "math/rand/v2"
	retryPath  = "github.com/retryvet/retryvet/runtime/retry"
)

// use says how code at a position writes a name of a package, and what to add
// for that to be so. names are what to call the package if the file does not
// import it, the best first. It fails where all of them are taken.
func (p *place) use(path, name string, names ...string) (written string, edits []analysis.TextEdit, ok bool) {
	if q, ok := p.imported(path); ok {
		return join(q, name), nil, true
	}
	for i, q := range names {
		if !p.canImport(q) {
			continue
		}
		as := ""
		if i > 0 {
			as = q
		}
		return join(q, name), []analysis.TextEdit{p.src.importEdit(path, as)}, true
	}
	return "", nil, false
}

// imported says how a package that the file imports is called at the place: ""
// where its names need no qualifier.
func (p *place) imported(path string) (qualifier string, ok bool) {
	for _, spec := range p.src.file.Imports {
		pkg := p.f.pass.TypesInfo.PkgNameOf(spec)
		if pkg == nil || pkg.Imported().Path() != path || pkg.Name() == "_" {
			continue
		}
		if spec.Name != nil && spec.Name.Name == "." {
			return "", true
		}
		if p.f.lookup(pkg.Name(), p.stmt.Pos()) == types.Object(pkg) {
			return pkg.Name(), true
		}
	}
	return "", false
}

// canImport reports whether an import could be given a name: neither the file
// nor the package has it, and nothing that is visible at the place does.
func (p *place) canImport(name string) bool {
	if p.f.lookup(name, p.stmt.Pos()) != nil || p.f.pass.Pkg.Scope().Lookup(name) != nil {
		return false
	}
	scope := p.f.pass.TypesInfo.Scopes[p.src.file]
	return scope == nil || scope.Lookup(name) == nil
}

func join(qualifier, name string) string {
	if qualifier == "" {
		return name
	}
	return qualifier + "." + name
}

// importEdit adds an import where it belongs: in order, in the group of the
// standard library's packages or in that of others.
func (s *source) importEdit(path, as string) analysis.TextEdit {
	line := strconv.Quote(path)
	if as != "" {
		line = as + " " + line
	}
	var last *ast.GenDecl
	var best *ast.ImportSpec // the one that the new one stands behind
	for _, d := range s.file.Decls {
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
				return insert(s.lineStart(spec), "\t"+line+"\n")
			}
		}
		if best != nil {
			return insert(best.End()+s.restOfLine(best.End()), "\n\t"+line)
		}
	}
	switch {
	case last == nil:
		return insert(s.file.Name.End(), "\n\nimport "+line)
	case last.Lparen.IsValid() && len(last.Specs) > 0:
		end := last.Specs[len(last.Specs)-1].End()
		return insert(end+s.restOfLine(end), "\n\n\t"+line)
	default:
		return insert(last.Pos(), "import "+line+"\n")
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
func (s *source) adjoin(a, b *ast.ImportSpec) bool {
	return !strings.Contains(s.between(a.End(), b.Pos()), "\n\n")
}

// lineStart is where an import begins, with the comment above it.
func (s *source) lineStart(spec *ast.ImportSpec) token.Pos {
	pos := spec.Pos()
	if spec.Doc != nil {
		pos = spec.Doc.Pos()
	}
	return s.tok.LineStart(s.tok.Line(pos))
}

// qualifier is how the file writes a package's name.
func (p *place) qualifier(pkg *types.Package) string {
	if pkg == p.f.pass.Pkg {
		return ""
	}
	if q, ok := p.imported(pkg.Path()); ok {
		return q
	}
	return pkg.Name() // which type-checking will refuse
}
