package rounds

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// What an earlier round leaves to the next.

// Remains reports whether an operand of an attempt is a list of what failed before, or
// one item of it: the round that follows attempts the same again for these.
func Remains(r *flow.Region, c *ast.CallExpr, e ast.Expr) bool {
	p, ok := world.PlacedCall(r, c)
	v, isVar := r.U.M.Object(e).(*types.Var)
	if !ok || !isVar {
		return false
	}
	good := world.Run(r, world.AllGood(r), world.At(r, p))
	good.Reached[r.Head], good.Reached[r.U.Graph.Blocks[p.Block]] = true, true
	if _, isList := summary.TypeUnder[*types.Slice](v.Type()); isList {
		return refilled(r, v, good, map[types.Object]bool{})
	}
	for _, d := range r.Defs(v) {
		loop, ok := d.Node.(*ast.RangeStmt)
		if !ok || loop == r.Node {
			return false
		}
		list, ok := r.U.M.Object(loop.X).(*types.Var)
		if !ok || !refilled(r, list, good, map[types.Object]bool{}) {
			return false
		}
	}
	return len(r.Defs(v)) > 0
}

// refilled reports whether a list is emptied each round and gets only what the rounds
// append after a failure, which those in which all goes well do not.
func refilled(r *flow.Region, v *types.Var, good *world.Interp, seen map[types.Object]bool) bool {
	if v.IsField() || seen[v] {
		return false
	}
	seen[v] = true
	appends := false
	for _, d := range r.Defs(v) {
		switch x := ast.Unparen(d.Rhs).(type) {
		case nil: // var v []T
		case *ast.Ident:
			from, ok := r.U.M.Object(x).(*types.Var)
			if r.U.M.Info.Types[x].IsNil() {
				continue
			}
			if !ok || !refilled(r, from, good, seen) {
				return false
			}
			appends = true
		case *ast.SliceExpr:
			if n, ok := world.ConstInt(r.U.M, x.High); x.High == nil || !ok || n != 0 {
				return false
			}
		case *ast.CallExpr:
			if !world.IsBuiltin(r.U.M, x) || len(x.Args) == 0 {
				return false
			}
			switch {
			case summary.LastName(x.Fun) == "make":
			case summary.LastName(x.Fun) == "append" && r.U.M.Object(x.Args[0]) == types.Object(v) && good.Missed(d.Node.Pos()):
				appends = true
			default:
				return false
			}
		default:
			return false
		}
	}
	return appends
}

// SetFirst reports whether what a literal does first with a variable is to give it a
// value, so that what an earlier round left in it does not matter.
func SetFirst(r *flow.Region, lit ast.Expr, v *types.Var) bool {
	first, seen := false, false
	ast.Inspect(lit, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				set := !seen && r.U.M.Object(l) == types.Object(v)
				first = first || set && n.Tok == token.ASSIGN && !world.UsesAny(r.U.M, n.Rhs[min(i, len(n.Rhs)-1)], map[types.Object]bool{v: true})
			}
			seen = seen || first
		case *ast.Ident:
			seen = seen || r.U.M.Info.Uses[n] == types.Object(v)
		}
		return !seen
	})
	return first
}
