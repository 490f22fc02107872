package residue

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// hold is a variable or field that is given something which has to be closed.
type hold struct {
	call  *ast.CallExpr // what opens it
	block *cfg.Block
	node  int
	own   map[types.Object]bool // the variable, and those that wrap what it holds
	name  string
	field *types.Var // where it is kept in a field of the receiver
}

// held lists what the rounds of a loop open and leave open when a later step of
// the same round fails.
func held(r *flow.Region) []Pile {
	return leftOpen(r, nil)
}

// heldInside lists what a function that is attempted opens and leaves open when
// it fails at a later step.
func heldInside(r *flow.Region, s *site.Site) []Pile {
	return leftOpen(r, s.Region)
}

// leftOpen lists what a region opens and leaves open where a failure ends a round
// of it. The round may stand in a loop around.
func leftOpen(r *flow.Region, around *flow.Region) []Pile {
	var out []Pile
	for _, h := range opened(r) {
		if h.field != nil && (closes(r, h.field) || around != nil && closes(around, h.field)) {
			delete(h.own, h.field) // keeping it there hands it on
		}
		if len(h.own) == 0 || releasedBefore(r, h) {
			continue
		}
		if c := leftAfter(r, h); c != nil || neverLets(r, h) {
			out = append(out, Pile{Kind: Resources, Node: h.call, Made: h.call, Name: h.name, Failed: c})
		}
	}
	return out
}

// opened lists the variables and fields of the region that are given what has to
// be closed.
func opened(r *flow.Region) []hold {
	var out []hold
	m := r.U.M
	for _, b := range r.Order {
		for i, n := range b.Nodes {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Rhs) != 1 || len(as.Lhs) != 2 || !r.Contains(as) {
				continue
			}
			c, ok := world.CallOf(as.Rhs[0])
			if !ok || !dials(m, c) {
				continue
			}
			v, ok := m.Object(as.Lhs[0]).(*types.Var)
			if !ok || flow.IsBlank(as.Lhs[0]) {
				continue
			}
			h := hold{call: c, block: b, node: i, own: map[types.Object]bool{v: true}, name: types.ExprString(as.Lhs[0])}
			if v.IsField() {
				if h.field = v; !ofReceiver(r, as.Lhs[0]) {
					continue
				}
			} else if v.Parent() == m.Pass.Pkg.Scope() {
				continue
			}
			wrappers(r, &h)
			if h.field != nil && onlyWhenUnset(r, h) {
				continue
			}
			out = append(out, h)
		}
	}
	return out
}

// ofReceiver reports whether a selector is a field of the method's receiver.
func ofReceiver(r *flow.Region, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := r.U.M.Object(sel.X).(*types.Var)
	return ok && site.IsReceiver(r.U, v)
}

// wrappers adds the variables that wrap what is held, as a TLS connection does,
// and the field that it is kept in.
func wrappers(r *flow.Region, h *hold) {
	m := r.U.M
	for range 3 {
		before := len(h.own)
		for _, b := range r.Order {
			for _, n := range b.Nodes {
				as, ok := n.(*ast.AssignStmt)
				if !ok || len(as.Lhs) != len(as.Rhs) || as.Pos() < h.call.Pos() {
					continue
				}
				for i, rhs := range as.Rhs {
					v, ok := m.Object(as.Lhs[i]).(*types.Var)
					if !ok || !wraps(r, rhs, h) {
						continue
					}
					switch {
					case !v.IsField() && v.Parent() != m.Pass.Pkg.Scope():
						h.own[v] = true
					case v.IsField() && ofReceiver(r, as.Lhs[i]) && h.field == nil:
						h.own[v], h.field = true, v
					}
				}
			}
		}
		if len(h.own) == before {
			return
		}
	}
}

// wraps reports whether an expression is what is held, or a wrapper around it
// that closes it.
func wraps(r *flow.Region, e ast.Expr, h *hold) bool {
	m := r.U.M
	if h.own[m.Object(e)] {
		return true
	}
	c, ok := world.CallOf(e)
	if !ok || m.Info.Types[c.Fun].IsType() {
		return false
	}
	sig, ok := world.Signature(m, c)
	if !ok || sig.Results().Len() != 1 || !closer(sig.Results().At(0).Type()) {
		return false
	}
	for _, a := range c.Args {
		if h.own[m.Object(a)] {
			return true
		}
	}
	return false
}

// onlyWhenUnset reports whether a field is asked for being set before it is
// given something new: then the next attempt uses what is there.
func onlyWhenUnset(r *flow.Region, h hold) bool {
	found := false
	ast.Inspect(r.U.Body, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && b.Pos() < h.call.Pos() && (b.Op == token.EQL || b.Op == token.NEQ) && (r.U.M.Object(b.X) == h.field || r.U.M.Object(b.Y) == h.field) {
			found = true
		}
		return !found
	})
	return found
}

// releasedBefore reports whether a round closes or hands on what an earlier one
// left before it opens the next.
func releasedBefore(r *flow.Region, h hold) bool {
	for _, b := range r.Order {
		for _, n := range b.Nodes {
			if n.Pos() < h.call.Pos() && r.Contains(n) && !flow.Within(h.call, n) && lets(r, n, h) {
				return true
			}
		}
	}
	return false
}

// leftAfter is a later step whose failure leaves open what is held, though it is
// released or handed on where all goes well; nil if there is none.
func leftAfter(r *flow.Region, h hold) *ast.CallExpr {
	lets := func(n ast.Node) bool { return lets(r, n, h) }
	if flow.AnyNode(h.block.Nodes[h.node+1:], lets) {
		return nil
	}
	unset := unsetBlocks(r, h)
	cut := func(b *cfg.Block) bool { return unset[b] || flow.AnyNode(b.Nodes, lets) }
	if open, sure := endsOpen(r, h, world.AllGood(r), cut); open || !sure {
		return nil
	}
	for _, c := range world.Calls(r) {
		if c.Call.Pos() <= h.call.End() || !world.Signals(r.U.M, c.Call) {
			continue
		}
		w := func(x *ast.CallExpr) world.Outcome {
			if x == c.Call {
				return world.Failure
			}
			return world.AllGood(r)(x)
		}
		if open, sure := endsOpen(r, h, w, cut); open && sure {
			return c.Call
		}
	}
	return nil
}

// neverLets reports whether a loop dials anew in each round, and nothing in the
// function closes a connection or hands it on.
func neverLets(r *flow.Region, h hold) bool {
	m := r.U.M
	if !isLoop(r) || m.Sums.OfCall(h.call).Place != knowledge.Remote || !strings.HasPrefix(summary.LastName(h.call.Fun), "Dial") {
		return false
	}
	open, sure := endsOpen(r, h, world.AllGood(r), nil)
	return open && sure && !lets(r, r.U.Body, h)
}

// endsOpen reports whether, in a world, what is held gets past the blocks that cut
// names: to another round of a loop, or to a return of a function that gives back
// what is surely an error. sure is not set where there are too many ways to look at.
func endsOpen(r *flow.Region, h hold, w world.World, cut func(*cfg.Block) bool) (open, sure bool) {
	fails := false
	in := world.Run(r, w, world.Options{Block: h.block, Node: h.node, Cut: cut, Ended: func(in *world.Interp, ret *ast.ReturnStmt, env []world.Value) {
		if n := len(ret.Results); n > 0 {
			last := ret.Results[n-1]
			fails = fails || summary.IsError(r.U.M.Info.TypeOf(last)) && in.Eval(last, env) == world.NotNil
		}
	}})
	if isLoop(r) {
		return in.Back, !in.Exhausted()
	}
	return fails, !in.Exhausted()
}

// unsetBlocks are the blocks that are only run when nothing is held, or when what is
// held says that it is closed.
func unsetBlocks(r *flow.Region, h hold) map[*cfg.Block]bool {
	out := map[*cfg.Block]bool{}
	for _, b := range r.Order {
		cond, tag := world.Condition(r.U, b)
		if tag == nil && saysClosed(r, cond, h) {
			out[b.Succs[0]] = true
			continue
		}
		c, ok := cond.(*ast.BinaryExpr)
		if !ok || tag != nil || !h.own[r.U.M.Object(c.X)] || !r.U.M.Info.Types[c.Y].IsNil() {
			continue
		}
		switch c.Op {
		case token.EQL:
			out[b.Succs[0]] = true
		case token.NEQ:
			out[b.Succs[1]] = true
		}
	}
	return out
}

// saysClosed reports whether a condition asks what is held, or what that is made of,
// whether it is closed: conn.IsClosed().
func saysClosed(r *flow.Region, cond ast.Expr, h hold) bool {
	c, ok := cond.(*ast.CallExpr)
	if !ok || len(c.Args) > 0 || !knowledge.SaysClosed(summary.LastName(c.Fun)) {
		return false
	}
	found := false
	ast.Inspect(c.Fun, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && h.own[r.U.M.Info.Uses[id]]
		return !found
	})
	return found
}

// lets reports whether a node closes what is held, or hands it to somebody who
// may: all uses but questions and calls that only borrow it.
func lets(r *flow.Region, n ast.Node, h hold) bool {
	found := false
	var stack []ast.Node
	ast.Inspect(n, func(n ast.Node) bool {
		if found {
			return false
		}
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if id, ok := n.(*ast.Ident); ok && h.own[r.U.M.Info.Uses[id]] && !borrows(r, id, stack, h) {
			found = true
		}
		return true
	})
	return found
}

// borrows reports whether a use of what is held, below the nodes of stack, leaves
// it open and with its owner.
func borrows(r *flow.Region, id *ast.Ident, stack []ast.Node, h hold) bool {
	m := r.U.M
	for _, n := range stack {
		switch n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		}
	}
	i := len(stack) - 2
	var e ast.Expr = id
	if i >= 0 {
		if sel, ok := stack[i].(*ast.SelectorExpr); ok && sel.Sel == id { // x.field
			e = sel
			i--
		}
	}
	for ; i >= 0; i-- {
		if p, ok := stack[i].(*ast.ParenExpr); ok {
			e = p
			continue
		}
		break
	}
	if i < 0 {
		return true // a condition that is nothing else
	}
	switch p := stack[i].(type) {
	case *ast.SelectorExpr: // x.Method or x.field
		if i == 0 {
			return true
		}
		if c, ok := stack[i-1].(*ast.CallExpr); ok && c.Fun == p {
			return !knowledge.CleanUpName(p.Sel.Name)
		}
		_, isCall := stack[i-1].(*ast.CallExpr)
		return !isCall
	case *ast.BinaryExpr:
		return true
	case *ast.AssignStmt:
		for j, l := range p.Lhs {
			if l == e {
				return true // given anew
			}
			if len(p.Lhs) == len(p.Rhs) && p.Rhs[j] == e {
				return h.own[m.Object(l)]
			}
		}
	case *ast.CallExpr:
		return lends(r, p, e, h, stack[:i])
	}
	return false
}

// lends reports whether a call that is given what is held only borrows it: its
// parameter has no way to close it, it is a wrapper that is followed, or it is a
// function of this package that does not close it.
func lends(r *flow.Region, c *ast.CallExpr, arg ast.Expr, h hold, stack []ast.Node) bool {
	m := r.U.M
	sig, ok := world.Signature(m, c)
	if !ok {
		return false
	}
	if len(stack) > 0 {
		if as, ok := stack[len(stack)-1].(*ast.AssignStmt); ok && len(as.Lhs) == 1 && h.own[m.Object(as.Lhs[0])] && wraps(r, c, &h) {
			return true
		}
	}
	for j, a := range c.Args {
		if a != arg {
			continue
		}
		if sig.Variadic() && j >= sig.Params().Len()-1 {
			return false
		}
		p := sig.Params().At(j).Type()
		if iface, ok := summary.TypeUnder[*types.Interface](p); ok && iface.NumMethods() > 0 && !closer(p) {
			return true
		}
		return onlyBorrows(m, m.Sums.Callee(c), j, 0)
	}
	return false
}

// onlyBorrows reports whether a function of this package does nothing with a
// parameter but call its methods, other than those that end it.
func onlyBorrows(m *flow.Package, fn *types.Func, index, depth int) bool {
	u := world.DeclUnit(m, fn)
	if u == nil || depth > 2 || index >= fn.Signature().Params().Len() || fn.Signature().Results().Len() > 1 {
		return false
	}
	if fn.Signature().Results().Len() == 1 && closer(fn.Signature().Results().At(0).Type()) {
		return false
	}
	v := fn.Origin().Signature().Params().At(index)
	r := world.RegionOf(m, u)
	return !lets(r, u.Body, hold{own: map[types.Object]bool{v: true}})
}

// closes reports whether anything that a function calls, or a loop in a round that
// another follows, closes what a field keeps, directly or through functions of
// this package.
func closes(r *flow.Region, field *types.Var) bool {
	m := r.U.M
	seen := map[*types.Func]bool{}
	var closes func(body ast.Node, depth int) bool
	closes = func(body ast.Node, depth int) bool {
		found := false
		ast.Inspect(body, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || found {
				return !found
			}
			if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && m.Object(sel.X) == field && knowledge.CleanUpName(sel.Sel.Name) {
				found = true
				return false
			}
			fn := m.Sums.Callee(c)
			if decl := m.Sums.Decl(fn); decl != nil && decl.Body != nil && !seen[fn] && depth < 4 {
				seen[fn] = true
				found = closes(decl.Body, depth+1)
			}
			return !found
		})
		return found
	}
	if !isLoop(r) {
		return closes(r.U.Body, 0)
	}
	leads := r.Leads()
	for _, b := range r.Order {
		if leads[b] && flow.AnyNode(b.Nodes, func(n ast.Node) bool { return closes(n, 0) }) {
			return true
		}
	}
	return false
}
