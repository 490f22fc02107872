package world

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
)

// UnitAround is the function that a node stands in which stands in no other, nil
// if it stands in none.
func UnitAround(m *flow.Package, n ast.Node) *flow.Unit {
	known := flow.Notes[rootsOf](m)
	if known.units == nil {
		for _, file := range m.Pass.Files {
			known.units = append(known.units, Roots(m, file)...)
		}
		slices.SortFunc(known.units, func(a, b *flow.Unit) int { return cmp.Compare(a.Root.Pos(), b.Root.Pos()) })
	}
	i, found := slices.BinarySearchFunc(known.units, n.Pos(), func(u *flow.Unit, pos token.Pos) int { return cmp.Compare(u.Root.Pos(), pos) })
	if !found {
		i--
	}
	if i < 0 || !flow.Within(n, known.units[i].Root) {
		return nil
	}
	return known.units[i]
}

// rootsOf are the functions of a package, in the order of the source.
type rootsOf struct{ units []*flow.Unit }

// Roots lists the functions of a file that stand in no other: the declared ones,
// and the literals that variables of package level hold.
func Roots(m *flow.Package, file *ast.File) []*flow.Unit {
	var out []*flow.Unit
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				fn, _ := m.Info.Defs[d.Name].(*types.Func)
				out = append(out, UnitOf(m, file, d, fn))
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					out = append(out, literals(m, file, v)...)
				}
			}
		}
	}
	return out
}

// literals lists the outermost function literals that variables are given.
func literals(m *flow.Package, file *ast.File, spec *ast.ValueSpec) []*flow.Unit {
	var out []*flow.Unit
	for _, value := range spec.Values {
		ast.Inspect(value, func(n ast.Node) bool {
			lit, ok := n.(*ast.FuncLit)
			if ok {
				out = append(out, &flow.Unit{M: m, File: file, Root: lit, Name: spec.Names[0].Name, Node: lit, Typ: lit.Type, Body: lit.Body})
			}
			return !ok
		})
	}
	return out
}

// RegionOf is a whole function as a region, for questions about expressions.
func RegionOf(m *flow.Package, u *flow.Unit) *flow.Region {
	return &flow.Region{U: u, Node: u.Node, From: u.Body.Pos(), To: u.Body.End()}
}

func DeclUnit(m *flow.Package, fn *types.Func) *flow.Unit {
	if fn == nil {
		return nil
	}
	decl := m.Sums.Decl(fn)
	if decl == nil {
		return nil
	}
	for _, f := range m.Pass.Files {
		if f.FileStart <= decl.Pos() && decl.Pos() < f.FileEnd {
			return UnitOf(m, f, decl, fn)
		}
	}
	return nil
}

func IsTimeFunc(fn *types.Func, names ...string) bool {
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" {
		return false
	}
	for _, n := range names {
		if fn.Name() == n && fn.Signature().Recv() == nil {
			return true
		}
	}
	return false
}

func Imports(m *flow.Package, path string) bool {
	for _, p := range m.Pass.Pkg.Imports() {
		if p.Path() == path {
			return true
		}
	}
	return false
}
