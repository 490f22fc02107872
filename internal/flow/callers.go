package flow

import (
	"go/ast"
	"go/types"
	"strings"
)

// calls are the calls of a package's own functions, test files left out.
type calls struct {
	of        map[*types.Func][]*ast.CallExpr
	mentioned map[*types.Func]int
	in        map[*ast.CallExpr]*ast.FuncDecl
}

// Callers lists the calls of a function in its package, and says whether they are
// all: nothing else mentions it, and other packages cannot.
func (m *Package) Callers(fn *types.Func) (calls []*ast.CallExpr, all bool) {
	known := m.calls()
	return known.of[fn], !fn.Exported() && known.mentioned[fn] == len(known.of[fn])
}

// CallerOf is the declared function that a call of one of the package's functions
// stands in, nil if it stands in none.
func (m *Package) CallerOf(c *ast.CallExpr) *ast.FuncDecl { return m.calls().in[c] }

// calls notes, once a package, where its functions are called, and how often each is
// mentioned.
func (m *Package) calls() *calls {
	known := Notes[calls](m)
	if known.of != nil {
		return known
	}
	*known = calls{of: map[*types.Func][]*ast.CallExpr{}, mentioned: map[*types.Func]int{}, in: map[*ast.CallExpr]*ast.FuncDecl{}}
	for _, file := range m.Pass.Files {
		if m.IsTestFile(file) {
			continue
		}
		for _, d := range file.Decls {
			decl, _ := d.(*ast.FuncDecl)
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if fn := m.Sums.Callee(n); fn != nil && fn.Pkg() == m.Pass.Pkg {
						fn = fn.Origin()
						known.of[fn] = append(known.of[fn], n)
						known.in[n] = decl
					}
				case *ast.Ident:
					if fn, ok := m.Info.Uses[n].(*types.Func); ok {
						known.mentioned[fn.Origin()]++
					}
				}
				return true
			})
		}
	}
	return known
}

// IsTestFile reports whether a file is one of tests by its name.
func (m *Package) IsTestFile(file *ast.File) bool {
	return strings.HasSuffix(m.Pass.Fset.File(file.FileStart).Name(), "_test.go")
}
