package world

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// ResultOf is the variable that the first result of a call is assigned to.
func ResultOf(r *flow.Region, c *ast.CallExpr) types.Object {
	p, ok := PlacedCall(r, c)
	if !ok {
		return nil
	}
	a, ok := r.U.Graph.Blocks[p.Block].Nodes[p.Node].(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(c) {
		return nil
	}
	obj := r.U.M.Object(a.Lhs[0])
	if obj == nil || summary.IsError(obj.Type()) {
		return nil
	}
	return obj
}

// Reaches reports whether one block leads to another within a round.
func Reaches(r *flow.Region, from, to *cfg.Block) bool {
	seen := map[*cfg.Block]bool{}
	stack := []*cfg.Block{from}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b == to {
			return true
		}
		if seen[b] || !r.Blocks[b] || b == r.Head && b != from {
			continue
		}
		seen[b] = true
		stack = append(stack, b.Succs...)
	}
	return false
}

// Failing is the world in which one call fails and all others succeed.
func Failing(r *flow.Region, c *ast.CallExpr, how Outcome) World {
	return func(x *ast.CallExpr) Outcome {
		if x == c {
			return how
		}
		return AllGood(r)(x)
	}
}

// Turns reports whether the rounds that an interpretation went through do not
// repeat the same thing: something is repaired first, or the next round turns to
// another address, item or name.
func Turns(r *flow.Region, c flow.Placed, in *Interp) bool {
	for _, p := range Calls(r) {
		if p.Call == c.Call || !in.Reached[r.U.Graph.Blocks[p.Block]] || flow.Within(c.Call, p.Call) || flow.Within(p.Call, c.Call) {
			continue
		}
		if asksOfError(r.U.M, p.Call) {
			continue
		}
		if knowledge.Turning(summary.LastName(p.Call.Fun)) || p.Call.Pos() > c.Call.Pos() && repairs(r, p, c) {
			return true
		}
	}
	for _, e := range Operands(r.U.M, c.Call) {
		if summary.IsContext(r.U.M.Info.TypeOf(e)) {
			continue
		}
		how, calls := Moves(r, e, in.Missed)
		if how&value.Changes != 0 && len(calls) == 1 && calls[0] == c.Call {
			how &^= value.Changes // what the attempt does to what it is made with
		}
		if how&^value.Takes != 0 || slices.ContainsFunc(calls, func(x *ast.CallExpr) bool { return fetches(r, x, c.Call) || r.U.M.Sums.OfCall(x).Random }) || turnsField(r, e, in) {
			return true
		}
	}
	return false
}

// turnsField reports whether the rounds turn a field of an operand to another server
// or item.
func turnsField(r *flow.Region, e ast.Expr, in *Interp) bool {
	of := locate(r.U.M, e)
	if of.root == nil {
		return false
	}
	for _, b := range r.Order {
		for _, n := range b.Nodes {
			a, ok := n.(*ast.AssignStmt)
			if !ok || !in.Reached[b] || len(a.Lhs) != len(a.Rhs) {
				continue
			}
			for i, l := range a.Lhs {
				if at := locate(r.U.M, l); at.root == of.root && at.path != "" {
					if how, _ := Moves(r, a.Rhs[i], in.Missed); how&Elsewhere != 0 {
						return true
					}
				}
			}
		}
	}
	return false
}

// Elsewhere are the ways in which what an attempt is made with changes where each
// round turns to another server or item. A value that a call of the round makes anew
// is none of them: a request that is built for each attempt is the same request.
const Elsewhere = value.Indexes | value.Reslices | value.Ranges | value.Receives

// Moves says how an operand changes from round to round of a region, see
// value.Values.Moves.
func Moves(r *flow.Region, e ast.Expr, missed func(token.Pos) bool) (value.Movement, []*ast.CallExpr) {
	return r.U.M.Values().Moves(e, value.Region{From: r.From, To: r.To}, missed)
}

// fetches reports whether a call that an attempt's operand comes from fetches it from
// elsewhere: a round's own item, or what an update is based on.
func fetches(r *flow.Region, c, attempt *ast.CallExpr) bool {
	return c != attempt && c.Pos() < attempt.Pos() && Signals(r.U.M, c) && Entry(r.U, c).Place != knowledge.Local
}

// asksOfError reports whether a call is a question about an error.
func asksOfError(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := Signature(m, c)
	if !ok || summary.FailsBy(sig) != summary.ByBool {
		return false
	}
	return slices.ContainsFunc(c.Args, func(arg ast.Expr) bool {
		return summary.IsError(m.Info.TypeOf(arg))
	}) && len(c.Args) == 1
}

// repairs reports whether a call that only the failure of another leads to does
// something that may help: it signs in again, or makes what was missing. To read
// what the failed one gave back, or to clean up, does not help.
func repairs(r *flow.Region, p, c flow.Placed) bool {
	result := ResultOf(r, c.Call)
	if result != nil && Mentions(r, p.Call, result) || knowledge.CleansUp(summary.LastName(p.Call.Fun)) {
		return false
	}
	return Signals(r.U.M, p.Call) && Entry(r.U, p.Call).Place != knowledge.Local && afterFailure(r, p, c)
}

// afterFailure reports whether a call stands where only the failure of another
// leads.
func afterFailure(r *flow.Region, p, c flow.Placed) bool {
	good := Run(r, AllGood(r), At(r, c))
	return !good.Reached[r.U.Graph.Blocks[p.Block]]
}

// Moving lists the variables of a region that count or advance from round to
// round.
func Moving(r *flow.Region) map[types.Object]bool {
	moving := map[types.Object]bool{}
	for _, obj := range r.Sets() {
		if Declares(r, obj) {
			continue
		}
		for _, d := range r.Defs(obj) {
			switch d.Tok {
			case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
				moving[obj] = true
			case token.ASSIGN:
				if loop, ok := r.Node.(*ast.ForStmt); ok && d.Node == ast.Node(loop.Post) && d.Multi {
					moving[obj] = true // for x, ok := next(); ok; x, ok = next()
				}
			}
		}
	}
	return moving
}

// Declares reports whether a variable is declared inside the region's body, so
// that it starts anew each round.
func Declares(r *flow.Region, obj types.Object) bool {
	if loop, ok := r.Node.(*ast.ForStmt); ok && loop.Body != nil {
		return loop.Body.Pos() <= obj.Pos() && obj.Pos() < loop.Body.End()
	}
	return r.Inside(obj.Pos())
}
