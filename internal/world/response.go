package world

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
)

// GivesResponse reports whether a call has an HTTP response among its results.
func GivesResponse(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := Signature(m, c)
	if !ok {
		return false
	}
	for i := range sig.Results().Len() {
		if IsResponse(sig.Results().At(i).Type()) {
			return true
		}
	}
	return false
}

// RootOf is the variable that an argument such as resp or resp.Body names.
func RootOf(m *flow.Package, e ast.Expr) types.Object {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return m.Object(sel.X)
	}
	return m.Object(e)
}
