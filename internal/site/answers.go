package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/rounds"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// answers lists the calls whose successful result decides whether the loop
// ends.
//
// states is set where a condition on shared state, with no call in it, does.
func answers(r *flow.Region, good *world.Interp) (calls []flow.Placed, states bool) {
	leads := r.Leads()
	good.Reached[r.Head] = true
	for b := range good.Reached {
		out, state := answersAt(r, b, leads)
		calls = append(calls, out...)
		states = states || state
	}
	return sortPlaced(calls), states
}

func answersAt(r *flow.Region, b *cfg.Block, leads map[*cfg.Block]bool) (calls []flow.Placed, states bool) {
	cond, tag := world.Condition(r.U, b)
	if cond == nil {
		return nil, false
	}
	x0, x1 := world.Exits(r, b.Succs[0], leads), world.Exits(r, b.Succs[1], leads)
	if x0 == x1 || x0 && givesUp(r, b.Succs[0]) || x1 && givesUp(r, b.Succs[1]) {
		return nil, false
	}
	if tag != nil {
		return world.Sources(r, tag), false
	}
	for _, atom := range world.Atoms(cond) {
		if IsCancelAtom(r, atom) || world.IsClockAtom(r, atom) {
			continue
		}
		calls = append(calls, world.Sources(r, atom)...)
		states = states || isState(r, atom)
	}
	return calls, states
}

// givesUp reports whether leaving by a block is a failure: it returns an error
// or false, or ends the program or test.
func givesUp(r *flow.Region, b *cfg.Block) bool {
	// A graph has no longer way without a statement than its blocks; more is an
	// empty loop.
	for i := 0; len(b.Nodes) == 0 && len(b.Succs) == 1 && i < len(r.U.Graph.Blocks); i++ {
		b = b.Succs[0]
	}
	if len(b.Succs) != 0 || len(b.Nodes) == 0 {
		return false
	}
	ret, ok := b.Nodes[len(b.Nodes)-1].(*ast.ReturnStmt)
	if !ok {
		_, isCall := b.Nodes[len(b.Nodes)-1].(*ast.ExprStmt)
		return isCall && r.Inside(b.Nodes[0].Pos())
	}
	if len(ret.Results) == 0 {
		return false
	}
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	tv := r.U.M.Info.Types[last]
	if tv.Value != nil && tv.Value.String() == "false" {
		return true
	}
	if !summary.IsError(tv.Type) || tv.IsNil() {
		return false
	}
	if c, ok := last.(*ast.CallExpr); ok {
		return world.MakesError(r.U.M, c)
	}
	v, ok := r.U.M.Object(last).(*types.Var)
	return ok && world.IsSentinel(v)
}

// isState reports whether an atom reads what others may change: a field, or
// what a pointer leads to, that the region does not assign.
func isState(r *flow.Region, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return !found
		}
		v, ok := r.U.M.Info.Uses[sel.Sel].(*types.Var)
		if ok && v.IsField() && !world.Assigned(r, v) && !summary.IsContext(v.Type()) {
			found = true
		}
		return !found
	})
	return found
}

// carries reports whether a call is given what an earlier round gave back: it
// walks pages or consumes a stream, which is work.
func carries(r *flow.Region, calls []flow.Placed) bool {
	for _, c := range calls {
		for _, arg := range c.Call.Args {
			if summary.IsContext(r.U.M.Info.TypeOf(arg)) {
				continue
			}
			moving := false
			ast.Inspect(arg, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				v, ok := r.U.M.Info.Uses[id].(*types.Var)
				if !ok || v.IsField() || summary.IsError(v.Type()) {
					return true
				}
				if of := rangedOver(r, v); of != nil {
					v = of
				}
				if world.Declares(r, v) {
					return true
				}
				for _, d := range r.U.Definitions()[v] {
					if !r.Contains(d.Node) || flow.Within(d.Node, arg) && rounds.SetFirst(r, arg, v) {
						continue
					}
					if d.Tok == token.ADD_ASSIGN || d.Rhs != nil && (len(world.Sources(r, d.Rhs)) > 0 || moves(r, d.Rhs)) {
						moving = true
					}
				}
				return true
			})
			if moving {
				return true
			}
		}
	}
	return false
}

// rangedOver is the variable whose items an inner loop of the region hands to a
// variable, nil if the variable is none of such a loop.
func rangedOver(r *flow.Region, v *types.Var) *types.Var {
	for _, d := range r.U.Definitions()[v] {
		if loop, ok := d.Node.(*ast.RangeStmt); ok && r.Contains(loop) && loop.Value != nil && r.U.M.Object(loop.Value) == v {
			of, _ := r.U.M.Object(loop.X).(*types.Var)
			return of
		}
	}
	return nil
}

// consumes reports whether the rounds take items off a queue or a socket: what
// a call gives back is the round's work.
func consumes(r *flow.Region, session map[types.Object]*ast.CallExpr) bool {
	for _, c := range world.Calls(r) {
		sig, ok := world.Signature(r.U.M, c.Call)
		if !ok || sig.Results().Len() == 0 || OnlyError(sig) || world.InEndlessLoop(r, c.Call) {
			continue
		}
		if sig.Results().Len() == 1 && world.IsNumeric(sig.Results().At(0).Type()) {
			continue // the next delay is no item
		}
		if knowledge.Takes(summary.LastName(c.Call.Fun)) && session[received(r, c.Call)] == nil {
			return true
		}
	}
	return false
}

// selectsWork reports whether the rounds take items from a channel: a received
// value is used, and the round goes on.
func selectsWork(r *flow.Region) bool {
	leads := r.Leads()
	found := false
	ast.Inspect(r.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			return n == r.Node
		case *ast.CommClause:
			a, ok := n.Comm.(*ast.AssignStmt)
			if ok && len(a.Rhs) == 1 && !flow.IsBlank(a.Lhs[0]) && !caseLeaves(r, n, leads) && carriesData(r, a.Rhs[0]) {
				found = true
			}
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 && !flow.IsBlank(n.Lhs[0]) && carriesData(r, n.Rhs[0]) && !inSelect(r, n) {
				found = true
			}
		}
		return !found
	})
	return found
}

// inSelect reports whether a statement is the communication of a select case.
func inSelect(r *flow.Region, s ast.Stmt) bool {
	in := false
	ast.Inspect(r.Node, func(n ast.Node) bool {
		if c, ok := n.(*ast.CommClause); ok && c.Comm == s {
			in = true
		}
		return !in
	})
	return in
}

// carriesData reports whether an expression receives something other than a
// time or an error.
func carriesData(r *flow.Region, e ast.Expr) bool {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok || u.Op != token.ARROW {
		return false
	}
	elem, ok := chanElem(r.U.M.Info.TypeOf(u.X))
	if v, isVar := r.U.M.Object(u.X).(*types.Var); isVar && !v.IsField() && world.Assigned(r, v) {
		return false // a channel of this round: what was set up, not a queue
	}
	return ok && !summary.IsNamed(elem, "time", "Time") && !summary.IsError(elem)
}
