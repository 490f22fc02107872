package delay

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// told reports whether a delay is read off the failure, from a field or by a method of
// an error: then whoever made the failure says how long to wait, as a server does by
// its Retry-After.
func told(m *flow.Package, s *site.Site) bool {
	if s.Delay.Expr == nil || s.Delay.Jitter != knowledge.No {
		return false // nobody asks
	}
	how := m.Values().Computed(s.Delay.Expr)
	found := false
	for _, where := range []ast.Node{s.Node, s.Delay.Expr} { // which may stand in what waits
		ast.Inspect(where, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && !found {
				of := m.Info.Selections[sel]
				found = of != nil && enters(how, sel, of.Obj()) && world.IsErrorType(m.Info.TypeOf(sel.X))
			}
			return !found
		})
	}
	return found
}

// enters reports whether a field or the result of a method enters a number.
func enters(how value.Computation, sel *ast.SelectorExpr, obj types.Object) bool {
	if v, ok := obj.(*types.Var); ok {
		return slices.Contains(how.Vars, v)
	}
	return slices.ContainsFunc(how.Calls, func(c value.Computing) bool { return ast.Unparen(c.Call.Fun) == sel })
}
