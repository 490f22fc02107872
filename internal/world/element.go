package world

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// elementOf is the location of an element of a list that a variable numbers, as in
// errs[i]; no root for any other expression.
func elementOf(m *flow.Package, e ast.Expr) location {
	x, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || !summary.IsError(m.Info.TypeOf(x)) {
		return location{}
	}
	list, isVar := m.Object(x.X).(*types.Var)
	i, numbered := m.Object(x.Index).(*types.Var)
	if !isVar || !numbered || list.IsField() || i.IsField() {
		return location{}
	}
	return location{list, "[" + i.Name() + "]"}
}

// sameElement reports whether an element is the same one in all rounds, and all that
// the region has to do with its list: then it is a variable like any other.
func sameElement(r *flow.Region, e *ast.IndexExpr) bool {
	m := r.U.M
	list, i := m.Object(e.X), m.Object(e.Index)
	if Assigned(r, i) || Assigned(r, list) {
		return false
	}
	same := true
	known := map[*ast.Ident]bool{}
	ast.Inspect(r.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && m.Object(n.Index) == i {
				known[id] = true
			}
		case *ast.Ident:
			same = same && (m.Object(n) != list || known[n])
		}
		return same
	})
	return same
}
