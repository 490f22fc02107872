package site

import (
	"go/ast"
	"go/token"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// callGrowthOf reports whether a helper's body multiplies.
func callGrowthOf(r *flow.Region, body ast.Node) flow.Growth {
	g := world.NoGrowth
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && summary.LastName(c.Fun) == "Pow" {
			g = world.Multiplies
		}
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.SHL {
			g = world.Multiplies
		}
		return true
	})
	return g
}
