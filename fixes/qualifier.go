package fixes

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
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
		return join(q, name), []analysis.TextEdit{p.src.ImportEdit(path, as)}, true
	}
	return "", nil, false
}

// imported says how a package that the file imports is called at the place: ""
// where its names need no qualifier.
func (p *place) imported(path string) (qualifier string, ok bool) {
	for _, spec := range p.src.File.Imports {
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
	scope := p.f.pass.TypesInfo.Scopes[p.src.File]
	return scope == nil || scope.Lookup(name) == nil
}

func join(qualifier, name string) string {
	if qualifier == "" {
		return name
	}
	return qualifier + "." + name
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
