package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
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
func (r *region) held() []Pile {
	return r.leftOpen(nil)
}

// heldInside lists what a function that is attempted opens and leaves open when
// it fails at a later step.
func (r *region) heldInside(s *Site) []Pile {
	return r.leftOpen(s.region)
}

// leftOpen lists what a region opens and leaves open where a failure ends a round
// of it. The round may stand in a loop around.
func (r *region) leftOpen(around *region) []Pile {
	var out []Pile
	for _, h := range r.opened() {
		if h.field != nil && (r.closes(h.field) || around != nil && around.closes(h.field)) {
			delete(h.own, h.field) // keeping it there hands it on
		}
		if len(h.own) == 0 || r.releasedBefore(h) {
			continue
		}
		if c := r.leftAfter(h); c != nil || r.neverLets(h) {
			out = append(out, Pile{Kind: Resources, Node: h.call, Made: h.call, Name: h.name, Failed: c})
		}
	}
	return out
}

// opened lists the variables and fields of the region that are given what has to
// be closed.
func (r *region) opened() []hold {
	var out []hold
	m := r.u.m
	for _, b := range r.order {
		for i, n := range b.Nodes {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Rhs) != 1 || len(as.Lhs) != 2 || !r.contains(as) {
				continue
			}
			c, ok := callOf(as.Rhs[0])
			if !ok || !m.dials(c) {
				continue
			}
			v, ok := m.object(as.Lhs[0]).(*types.Var)
			if !ok || isBlank(as.Lhs[0]) {
				continue
			}
			h := hold{call: c, block: b, node: i, own: map[types.Object]bool{v: true}, name: types.ExprString(as.Lhs[0])}
			if v.IsField() {
				if h.field = v; !r.ofReceiver(as.Lhs[0]) {
					continue
				}
			} else if v.Parent() == m.pass.Pkg.Scope() {
				continue
			}
			r.wrappers(&h)
			if h.field != nil && r.onlyWhenUnset(h) {
				continue
			}
			out = append(out, h)
		}
	}
	return out
}

// ofReceiver reports whether a selector is a field of the method's receiver.
func (r *region) ofReceiver(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := r.u.m.object(sel.X).(*types.Var)
	return ok && r.u.isReceiver(v)
}

// wrappers adds the variables that wrap what is held, as a TLS connection does,
// and the field that it is kept in.
func (r *region) wrappers(h *hold) {
	m := r.u.m
	for range 3 {
		before := len(h.own)
		for _, b := range r.order {
			for _, n := range b.Nodes {
				as, ok := n.(*ast.AssignStmt)
				if !ok || len(as.Lhs) != len(as.Rhs) || as.Pos() < h.call.Pos() {
					continue
				}
				for i, rhs := range as.Rhs {
					v, ok := m.object(as.Lhs[i]).(*types.Var)
					if !ok || !r.wraps(rhs, h) {
						continue
					}
					switch {
					case !v.IsField() && v.Parent() != m.pass.Pkg.Scope():
						h.own[v] = true
					case v.IsField() && r.ofReceiver(as.Lhs[i]) && h.field == nil:
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
func (r *region) wraps(e ast.Expr, h *hold) bool {
	m := r.u.m
	if h.own[m.object(e)] {
		return true
	}
	c, ok := callOf(e)
	if !ok || m.info.Types[c.Fun].IsType() {
		return false
	}
	sig, ok := m.signature(c)
	if !ok || sig.Results().Len() != 1 || !closer(sig.Results().At(0).Type()) {
		return false
	}
	for _, a := range c.Args {
		if h.own[m.object(a)] {
			return true
		}
	}
	return false
}

// onlyWhenUnset reports whether a field is asked for being set before it is
// given something new: then the next attempt uses what is there.
func (r *region) onlyWhenUnset(h hold) bool {
	found := false
	ast.Inspect(r.u.body, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && b.Pos() < h.call.Pos() && (b.Op == token.EQL || b.Op == token.NEQ) && (r.u.m.object(b.X) == h.field || r.u.m.object(b.Y) == h.field) {
			found = true
		}
		return !found
	})
	return found
}

// releasedBefore reports whether a round closes or hands on what an earlier one
// left before it opens the next.
func (r *region) releasedBefore(h hold) bool {
	for _, b := range r.order {
		for _, n := range b.Nodes {
			if n.Pos() < h.call.Pos() && r.contains(n) && !within(h.call, n) && r.lets(n, h) {
				return true
			}
		}
	}
	return false
}

// leftAfter is a later step whose failure leaves open what is held, though it is
// released or handed on where all goes well; nil if there is none.
func (r *region) leftAfter(h hold) *ast.CallExpr {
	lets := func(n ast.Node) bool { return r.lets(n, h) }
	if anyNode(h.block.Nodes[h.node+1:], lets) {
		return nil
	}
	unset := r.unsetBlocks(h)
	cut := func(b *cfg.Block) bool { return unset[b] || anyNode(b.Nodes, lets) }
	if r.endsOpen(h, r.allGood, cut) {
		return nil
	}
	for _, c := range r.calls() {
		if c.call.Pos() <= h.call.End() || !r.u.m.signals(c.call) {
			continue
		}
		w := func(x *ast.CallExpr) outcome {
			if x == c.call {
				return failure
			}
			return r.allGood(x)
		}
		if r.endsOpen(h, w, cut) && r.steps <= maxSteps {
			return c.call
		}
	}
	return nil
}

// neverLets reports whether a loop dials anew in each round, and nothing in the
// function closes a connection or hands it on.
func (r *region) neverLets(h hold) bool {
	m := r.u.m
	if !r.isLoop() || m.sums.OfCall(h.call).Place != knowledge.Remote || !strings.HasPrefix(summary.LastName(h.call.Fun), "Dial") {
		return false
	}
	return r.endsOpen(h, r.allGood, nil) && !r.lets(r.u.body, h)
}

// endsOpen reports whether, in a world, what is held gets past the blocks that cut
// names: to another round of a loop, or to a return of a function that gives back
// what is surely an error.
func (r *region) endsOpen(h hold, w world, cut func(*cfg.Block) bool) bool {
	in := r.interp(w)
	in.cut = cut
	fails := false
	in.ended = func(ret *ast.ReturnStmt, env []value) {
		if n := len(ret.Results); n > 0 {
			last := ret.Results[n-1]
			fails = fails || summary.IsError(r.u.m.info.TypeOf(last)) && in.eval(last, env) == notNil
		}
	}
	in.walk(in.step(state{block: h.block, env: in.start()}, h.node, false))
	if r.isLoop() {
		return in.back
	}
	return fails
}

// unsetBlocks are the blocks that are only run when nothing is held.
func (r *region) unsetBlocks(h hold) map[*cfg.Block]bool {
	out := map[*cfg.Block]bool{}
	for _, b := range r.order {
		cond, tag := r.u.condition(b)
		c, ok := cond.(*ast.BinaryExpr)
		if !ok || tag != nil || !h.own[r.u.m.object(c.X)] || !r.u.m.info.Types[c.Y].IsNil() {
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

// lets reports whether a node closes what is held, or hands it to somebody who
// may: all uses but questions and calls that only borrow it.
func (r *region) lets(n ast.Node, h hold) bool {
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
		if id, ok := n.(*ast.Ident); ok && h.own[r.u.m.info.Uses[id]] && !r.borrows(id, stack, h) {
			found = true
		}
		return true
	})
	return found
}

// borrows reports whether a use of what is held, below the nodes of stack, leaves
// it open and with its owner.
func (r *region) borrows(id *ast.Ident, stack []ast.Node, h hold) bool {
	m := r.u.m
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
				return h.own[m.object(l)]
			}
		}
	case *ast.CallExpr:
		return r.lends(p, e, h, stack[:i])
	}
	return false
}

// lends reports whether a call that is given what is held only borrows it: its
// parameter has no way to close it, it is a wrapper that is followed, or it is a
// function of this package that does not close it.
func (r *region) lends(c *ast.CallExpr, arg ast.Expr, h hold, stack []ast.Node) bool {
	m := r.u.m
	sig, ok := m.signature(c)
	if !ok {
		return false
	}
	if len(stack) > 0 {
		if as, ok := stack[len(stack)-1].(*ast.AssignStmt); ok && len(as.Lhs) == 1 && h.own[m.object(as.Lhs[0])] && r.wraps(c, &h) {
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
		return m.onlyBorrows(m.sums.Callee(c), j, 0)
	}
	return false
}

// onlyBorrows reports whether a function of this package does nothing with a
// parameter but call its methods, other than those that end it.
func (m *Package) onlyBorrows(fn *types.Func, index, depth int) bool {
	u := m.declUnit(fn)
	if u == nil || depth > 2 || index >= fn.Signature().Params().Len() || fn.Signature().Results().Len() > 1 {
		return false
	}
	if fn.Signature().Results().Len() == 1 && closer(fn.Signature().Results().At(0).Type()) {
		return false
	}
	v := fn.Origin().Signature().Params().At(index)
	r := m.regionOf(u)
	return !r.lets(u.body, hold{own: map[types.Object]bool{v: true}})
}

// closes reports whether anything that a function calls, or a loop in a round that
// another follows, closes what a field keeps, directly or through functions of
// this package.
func (r *region) closes(field *types.Var) bool {
	m := r.u.m
	seen := map[*types.Func]bool{}
	var closes func(body ast.Node, depth int) bool
	closes = func(body ast.Node, depth int) bool {
		found := false
		ast.Inspect(body, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || found {
				return !found
			}
			if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok && m.object(sel.X) == field && knowledge.CleanUpName(sel.Sel.Name) {
				found = true
				return false
			}
			fn := m.sums.Callee(c)
			if decl := m.sums.Decl(fn); decl != nil && decl.Body != nil && !seen[fn] && depth < 4 {
				seen[fn] = true
				found = closes(decl.Body, depth+1)
			}
			return !found
		})
		return found
	}
	if !r.isLoop() {
		return closes(r.u.body, 0)
	}
	leads := r.leads()
	for _, b := range r.order {
		if leads[b] && anyNode(b.Nodes, func(n ast.Node) bool { return closes(n, 0) }) {
			return true
		}
	}
	return false
}
