package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/summary"
	"golang.org/x/tools/go/cfg"
)

// answers lists the calls whose successful result decides whether the loop
// ends.
//
// states is set where a condition on shared state, with no call in it, does.
func (r *region) answers(good *interp) (calls []placed, states bool) {
	leads := r.leads()
	good.reached[r.head] = true
	for b := range good.reached {
		out, state := r.answersAt(b, leads)
		calls = append(calls, out...)
		states = states || state
	}
	return sortPlaced(calls), states
}

func (r *region) answersAt(b *cfg.Block, leads map[*cfg.Block]bool) (calls []placed, states bool) {
	cond, tag := r.u.condition(b)
	if cond == nil {
		return nil, false
	}
	x0, x1 := r.exits(b.Succs[0], leads), r.exits(b.Succs[1], leads)
	if x0 == x1 || x0 && r.givesUp(b.Succs[0]) || x1 && r.givesUp(b.Succs[1]) {
		return nil, false
	}
	if tag != nil {
		return r.sources(tag), false
	}
	for _, atom := range atoms(cond) {
		if r.isCancelAtom(atom) || r.isClockAtom(atom) {
			continue
		}
		calls = append(calls, r.sources(atom)...)
		states = states || r.isState(atom)
	}
	return calls, states
}

// givesUp reports whether leaving by a block is a failure: it returns an error
// or false, or ends the program or test.
func (r *region) givesUp(b *cfg.Block) bool {
	// A graph has no longer way without a statement than its blocks; more is an
	// empty loop.
	for i := 0; len(b.Nodes) == 0 && len(b.Succs) == 1 && i < len(r.u.graph.Blocks); i++ {
		b = b.Succs[0]
	}
	if len(b.Succs) != 0 || len(b.Nodes) == 0 {
		return false
	}
	ret, ok := b.Nodes[len(b.Nodes)-1].(*ast.ReturnStmt)
	if !ok {
		_, isCall := b.Nodes[len(b.Nodes)-1].(*ast.ExprStmt)
		return isCall && r.inside(b.Nodes[0].Pos())
	}
	if len(ret.Results) == 0 {
		return false
	}
	last := ast.Unparen(ret.Results[len(ret.Results)-1])
	tv := r.u.m.info.Types[last]
	if tv.Value != nil && tv.Value.String() == "false" {
		return true
	}
	if !summary.IsError(tv.Type) || tv.IsNil() {
		return false
	}
	if c, ok := last.(*ast.CallExpr); ok {
		return r.u.m.makesError(c)
	}
	v, ok := r.u.m.object(last).(*types.Var)
	return ok && isSentinel(v)
}

// isState reports whether an atom reads what others may change: a field, or
// what a pointer leads to, that the region does not assign.
func (r *region) isState(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return !found
		}
		v, ok := r.u.m.info.Uses[sel.Sel].(*types.Var)
		if ok && v.IsField() && !r.assigned(v) && !summary.IsContext(v.Type()) {
			found = true
		}
		return !found
	})
	return found
}

// asksState reports whether a call may answer differently next time: not a
// question about an error, nor arithmetic on what is at hand.
func (r *region) asksState(c *ast.CallExpr) bool {
	m := r.u.m
	for _, a := range m.operands(c) {
		if summary.IsError(m.info.TypeOf(a)) {
			return false
		}
	}
	if m.isContextErr(c) || m.sums.OfCall(c).Wait != nil {
		return false
	}
	fn := m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	switch fn.Pkg().Path() {
	case "time", "errors", "fmt", "strings", "bytes", "strconv", "math", "math/rand", "math/rand/v2", "slices", "maps", "context", "sort":
		return false
	}
	return true
}

// carries reports whether a call is given what an earlier round gave back: it
// walks pages or consumes a stream, which is work.
func (r *region) carries(calls []placed) bool {
	for _, c := range calls {
		for _, arg := range c.call.Args {
			if summary.IsContext(r.u.m.info.TypeOf(arg)) {
				continue
			}
			moving := false
			ast.Inspect(arg, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				v, ok := r.u.m.info.Uses[id].(*types.Var)
				if !ok || v.IsField() || r.declares(v) || summary.IsError(v.Type()) {
					return true
				}
				for _, d := range r.u.definitions()[v] {
					if !r.contains(d.node) {
						continue
					}
					if d.tok == token.ADD_ASSIGN || d.rhs != nil && (len(r.sources(d.rhs)) > 0 || r.moves(d.rhs)) {
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

// consumes reports whether the rounds take items off a queue or a socket: what
// a call gives back is the round's work.
func (r *region) consumes() bool {
	for _, c := range r.calls() {
		sig, ok := r.u.m.signature(c.call)
		if !ok || sig.Results().Len() == 0 || onlyError(sig) || r.inEndlessLoop(c.call) {
			continue
		}
		if summary.IsNamed(sig.Results().At(0).Type(), "time", "Duration") {
			continue // the next delay is no item
		}
		if takes(summary.LastName(c.call.Fun)) {
			return true
		}
	}
	return false
}

// takes reports whether a method's name says that it takes the next item of a
// stream or queue.
func takes(name string) bool {
	for word := range words(name) {
		switch word {
		case "accept", "receive", "recv", "read", "next", "dequeue", "pop", "poll", "fetch":
			return true
		}
		return false // the verb comes first
	}
	return false
}

// streams reports whether what a call gives back is read in an inner loop: a
// stream or session that the region sets up again and again.
func (r *region) streams(c *ast.CallExpr) bool {
	result := r.resultOf(c)
	if result == nil {
		return false
	}
	found := false
	for _, loop := range r.innerLoops() {
		ast.Inspect(loop, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				sel, ok := n.Fun.(*ast.SelectorExpr)
				found = found || ok && takes(sel.Sel.Name) && r.u.m.object(sel.X) == result && n.Pos() > c.Pos()
			case *ast.RangeStmt:
				_, isChan := chanElem(r.u.m.info.TypeOf(n.X))
				found = found || isChan && r.u.m.object(n.X) == result
			}
			return !found
		})
	}
	return found
}

// resultOf is the variable that the first result of a call is assigned to.
func (r *region) resultOf(c *ast.CallExpr) types.Object {
	p, ok := r.placedCall(c)
	if !ok {
		return nil
	}
	a, ok := r.u.graph.Blocks[p.block].Nodes[p.node].(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(c) {
		return nil
	}
	obj := r.u.m.object(a.Lhs[0])
	if obj == nil || summary.IsError(obj.Type()) {
		return nil
	}
	return obj
}

// selectsWork reports whether the rounds take items from a channel: a received
// value is used, and the round goes on.
func (r *region) selectsWork() bool {
	leads := r.leads()
	found := false
	ast.Inspect(r.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			return n == r.node
		case *ast.CommClause:
			a, ok := n.Comm.(*ast.AssignStmt)
			if ok && len(a.Rhs) == 1 && !isBlank(a.Lhs[0]) && !r.caseLeaves(n, leads) && r.carriesData(a.Rhs[0]) {
				found = true
			}
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 && !isBlank(n.Lhs[0]) && r.carriesData(n.Rhs[0]) && !r.inSelect(n) {
				found = true
			}
		}
		return !found
	})
	return found
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// inSelect reports whether a statement is the communication of a select case.
func (r *region) inSelect(s ast.Stmt) bool {
	in := false
	ast.Inspect(r.node, func(n ast.Node) bool {
		if c, ok := n.(*ast.CommClause); ok && c.Comm == s {
			in = true
		}
		return !in
	})
	return in
}

// carriesData reports whether an expression receives something other than a
// time or an error.
func (r *region) carriesData(e ast.Expr) bool {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok || u.Op != token.ARROW {
		return false
	}
	elem, ok := chanElem(r.u.m.info.TypeOf(u.X))
	if v, isVar := r.u.m.object(u.X).(*types.Var); isVar && !v.IsField() && r.assigned(v) {
		return false // a channel of this round: what was set up, not a queue
	}
	return ok && !summary.IsNamed(elem, "time", "Time") && !summary.IsError(elem)
}
