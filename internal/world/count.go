package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
)

// IsCounterAtom reports whether an atom compares what grows from round to round:
// a counter, or a delay that ends the loop when it becomes too long.
func IsCounterAtom(r *flow.Region, e ast.Expr) bool {
	if c, ok := e.(*ast.CallExpr); ok {
		for _, a := range c.Args {
			if obj := r.U.M.Object(a); obj != nil && grows(r, obj) {
				return true
			}
		}
		return false
	}
	b, ok := e.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch b.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
	default:
		return false
	}
	for _, side := range [...]ast.Expr{b.X, b.Y} {
		found := false
		ast.Inspect(side, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if obj := r.U.M.Object(n); obj != nil && grows(r, obj) {
					found = true
				}
			case *ast.SelectorExpr:
				if obj := r.U.M.Object(n); obj != nil && grows(r, obj) {
					found = true
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// grows reports whether the region counts or multiplies a numeric variable, or
// computes it from one that grows.
func grows(r *flow.Region, obj types.Object) bool { return GrowsBy(r, obj, 0) != NoGrowth }
