package world

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// EndedWorld is the one in which contexts have ended and an attempt fails.
func EndedWorld(r *flow.Region, a *Attempt) World {
	return func(c *ast.CallExpr) Outcome {
		if c == a.Call || Sent(r.U, c) == a.Call {
			return Failure
		}
		if e := r.U.M.Sums.OfCall(c); e.Method != nil && e.Place == knowledge.Local && e.Wait == nil {
			return AllGood(r)(c) // it makes a request, which asks no context before it is sent
		}
		for _, arg := range Operands(r.U.M, c) {
			if summary.IsContext(r.U.M.Info.TypeOf(arg)) && !IsBackground(r.U, arg) {
				return Failure
			}
		}
		return AllGood(r)(c)
	}
}

// Live reports whether a context lives as long as the loop and can be cancelled:
// nothing in the loop makes it or what it belongs to.
func Live(r *flow.Region, ctx ast.Expr) bool {
	if !summary.IsContext(r.U.M.Info.TypeOf(ctx)) || IsBackground(r.U, ctx) {
		return false
	}
	alive := true
	ast.Inspect(ctx, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := r.U.M.Object(id).(*types.Var); ok && Assigned(r, v) {
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
	d, ok := Origin(r, ctx)
	c, isCall := CallOf(d.Rhs)
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
