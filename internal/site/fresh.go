package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/world"
)

// OnlyCall is the call that gives a variable its only value.
func OnlyCall(r *flow.Region, v *types.Var) *ast.CallExpr {
	defs := r.U.Definitions()[v]
	if len(defs) != 1 || !r.Contains(defs[0].Node) {
		return nil
	}
	c, _ := world.CallOf(defs[0].Rhs)
	return c
}
