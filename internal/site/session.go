package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// What a call sets up that lives for as long as a connection does: a stream, a
// session, a lock.

// streams reports whether the round stays with what a call gives back until that
// ends: it reads it in an inner loop, or waits for its end.
func streams(r *flow.Region, c *ast.CallExpr) bool {
	result := world.ResultOf(r, c)
	if result == nil {
		return false
	}
	sig, _ := world.Signature(r.U.M, c)
	fails := sig != nil && summary.FailsBy(sig) == summary.ByError
	found := false
	ast.Inspect(r.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || n.Pos() > c.Pos() && (readsInLoop(r, n, result) || fails && given(r, n, result) && r.U.M.Sums.OfCall(n).Blocks)
		case *ast.UnaryExpr:
			found = found || fails && n.Op == token.ARROW && rootOf(r.U.M, n.X) == result && !timed(r.U.M, n.X)
		case *ast.RangeStmt:
			_, isChan := summary.TypeUnder[*types.Chan](r.U.M.Info.TypeOf(n.X))
			found = found || isChan && rootOf(r.U.M, n.X) == result
		}
		return !found
	})
	return found
}

// readsInLoop reports whether a call takes the next item of a stream in a loop inside
// the round.
func readsInLoop(r *flow.Region, c *ast.CallExpr, stream types.Object) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || !knowledge.Takes(sel.Sel.Name) || r.U.M.Object(sel.X) != stream {
		return false
	}
	for _, loop := range world.InnerLoops(r) {
		if flow.Within(c, loop) {
			return true
		}
	}
	return false
}

// copied reports whether the round copies what a call gives back to its end.
func copied(r *flow.Region, c *ast.CallExpr) bool {
	result := world.ResultOf(r, c)
	for _, p := range world.Calls(r) {
		fn := r.U.M.Sums.Callee(p.Call)
		if result != nil && fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "io" && (fn.Name() == "Copy" || fn.Name() == "CopyBuffer") && given(r, p.Call, result) {
			return true
		}
	}
	return false
}

// sessions maps what the calls of a round set up to those calls, where the round
// receives from it once or a few times: that may take as long as a connection lives.
// The next item of a queue is none.
func sessions(r *flow.Region) map[types.Object]*ast.CallExpr {
	setUp, out := map[types.Object]*ast.CallExpr{}, map[types.Object]*ast.CallExpr{}
	for _, p := range world.Calls(r) { // by position
		if made := received(r, p.Call); setUp[made] != nil {
			out[made] = setUp[made]
		}
		sig, _ := world.Signature(r.U.M, p.Call)
		if sig != nil && summary.FailsBy(sig) == summary.ByError && !knowledge.Takes(summary.LastName(p.Call.Fun)) {
			if result := world.ResultOf(r, p.Call); result != nil {
				setUp[result] = p.Call
			}
		}
	}
	return out
}

// received is the variable that a call receives from, nil if it receives nothing.
func received(r *flow.Region, c *ast.CallExpr) types.Object {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || !knowledge.Receives(sel.Sel.Name) {
		return nil
	}
	return r.U.M.Object(sel.X)
}

// given reports whether a call is given what a variable holds.
func given(r *flow.Region, c *ast.CallExpr, v types.Object) bool {
	return slices.ContainsFunc(world.Operands(r.U.M, c), func(e ast.Expr) bool { return rootOf(r.U.M, e) == v })
}

// rootOf is the variable that an expression reads a field or calls a method of.
func rootOf(m *flow.Package, e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.CallExpr:
			if len(x.Args) > 0 {
				return nil
			}
			e = x.Fun
		case *ast.StarExpr:
			e = x.X
		default:
			return m.Object(e)
		}
	}
}

// timed reports whether a channel is a timer's.
func timed(m *flow.Package, ch ast.Expr) bool {
	c, ok := summary.TypeUnder[*types.Chan](m.Info.TypeOf(ch))
	return ok && summary.IsNamed(c.Elem(), "time", "Time")
}
