package site

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// AttemptBlocks maps the blocks of a site's attempts to them.
func AttemptBlocks(r *flow.Region, s *Site) map[*cfg.Block]*world.Attempt {
	out := map[*cfg.Block]*world.Attempt{}
	for i := range s.Attempts {
		if p, ok := world.PlacedCall(r, s.Attempts[i].Call); ok && out[r.U.Graph.Blocks[p.Block]] == nil {
			out[r.U.Graph.Blocks[p.Block]] = &s.Attempts[i]
		}
	}
	return out
}

// EndedWorld is the one in which contexts have ended and an attempt fails.
func EndedWorld(r *flow.Region, a *world.Attempt) world.World {
	return func(c *ast.CallExpr) world.Outcome {
		if c == a.Call || world.Sent(r.U, c) == a.Call {
			return world.Failure
		}
		for _, arg := range world.Operands(r.U.M, c) {
			if summary.IsContext(r.U.M.Info.TypeOf(arg)) && !world.IsBackground(r.U, arg) {
				return world.Failure
			}
		}
		return AllGood(r)(c)
	}
}

// Live reports whether a context lives as long as the loop and can be cancelled:
// nothing in the loop makes it or what it belongs to.
func Live(r *flow.Region, ctx ast.Expr) bool {
	if !summary.IsContext(r.U.M.Info.TypeOf(ctx)) || world.IsBackground(r.U, ctx) {
		return false
	}
	alive := true
	ast.Inspect(ctx, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := r.U.M.Object(id).(*types.Var); ok && world.Assigned(r, v) {
				alive = false
			}
		}
		return alive
	})
	return alive
}

// Inherits reports whether a context ends at the latest when one does that lives
// as long as the loop: it is that, or made from it.
func Inherits(r *flow.Region, ctx ast.Expr, depth int) bool {
	if Live(r, ctx) {
		return true
	}
	d, ok := world.Origin(r, ctx)
	c, isCall := world.CallOf(d.Rhs)
	if !ok || !isCall || depth > 3 || summary.LastName(c.Fun) == "WithoutCancel" {
		return false
	}
	for _, arg := range c.Args {
		if summary.IsContext(r.U.M.Info.TypeOf(arg)) && Inherits(r, arg, depth+1) {
			return true
		}
	}
	return false
}

// ReachesAny reports whether a walk came to one of some blocks, such as a wait
// that only the last round passes by.
func ReachesAny(reached, blocks map[*cfg.Block]bool) bool {
	for b := range reached {
		if blocks[b] {
			return true
		}
	}
	return false
}
