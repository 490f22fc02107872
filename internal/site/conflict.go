package site

import (
	"go/ast"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/world"
)

// onConflictOnly reports whether the loop goes round only when another writer
// came first: without the questions about conflicts no failure leads back.
func onConflictOnly(r *flow.Region, v *verdict) bool {
	asked := false
	for _, b := range r.Order {
		for _, n := range b.Nodes {
			world.WalkNode(n, func(n ast.Node) bool {
				if e, ok := n.(ast.Expr); ok && (world.ConflictTest(e) || conflictAssertion(e)) {
					asked = true
				}
				return !asked
			})
		}
		if x, _ := world.TypeCase(r.U, b); x != nil && knowledge.Conflict(world.CaseName(b)) {
			asked = true
		}
	}
	if !asked {
		return false
	}
	for _, c := range v.failing {
		w := func(x *ast.CallExpr) world.Outcome {
			if x == c.Call {
				return world.Failure
			}
			return world.AllGood(r)(x)
		}
		o := world.At(r, c)
		o.NoConflict = true
		if world.Run(r, w, o).Back {
			return false
		}
	}
	return true
}

// conflictAssertion reports whether an expression asserts an error of a conflict.
func conflictAssertion(e ast.Expr) bool {
	t, ok := e.(*ast.TypeAssertExpr)
	return ok && t.Type != nil && knowledge.Conflict(world.TypeExprName(t.Type))
}
