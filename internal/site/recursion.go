package site

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// recursion finds calls by which a function repeats itself after a failure,
// directly or through a second function that waits and calls it back.
func (m *Package) recursion(u *unit) {
	if u.fn == nil || summary.FailsBy(u.fn.Signature()) == summary.CannotFail {
		return
	}
	ast.Inspect(u.body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		callee := m.sums.Callee(c)
		switch decl := m.sums.Decl(callee); {
		case decl == nil:
		case callee == u.fn:
			if m.sameArguments(u, c) {
				m.keep(m.recursiveSite(u, u, c))
			}
		case m.callsBack(u, decl, callee, c):
			m.keep(m.recursiveSite(u, m.unitOf(u.file, decl, callee), c))
		}
		return true
	})
}

// callsBack reports whether u is the second of two functions that repeat each
// other: it waits, then calls the first, which calls u where it failed.
func (m *Package) callsBack(u *unit, decl *ast.FuncDecl, callee *types.Func, c *ast.CallExpr) bool {
	waits := u.waits()
	if len(waits) == 0 || waits[0].Node.Pos() > c.Pos() || summary.FailsBy(callee.Signature()) != summary.ByError {
		return false
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if x, ok := n.(*ast.CallExpr); ok && m.sums.Callee(x) == u.fn {
			cond := enclosingCond(decl.Body, x)
			found = found || cond != nil && m.regionOf(m.unitOf(u.file, decl, callee)).asksError(cond)
		}
		return !found
	})
	return found
}

// sameArguments reports whether a recursive call is given what the function was
// given, counters and contexts aside.
func (m *Package) sameArguments(u *unit, c *ast.CallExpr) bool {
	sig := u.fn.Signature()
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sig.Recv() != nil && m.object(sel.X) != sig.Recv() {
		return false
	}
	for i, arg := range c.Args {
		if i >= sig.Params().Len() {
			return false
		}
		p := sig.Params().At(i)
		if summary.IsContext(p.Type()) || isNumeric(p.Type()) || types.Identical(p.Type(), types.Typ[types.Bool]) {
			continue
		}
		if summary.ParamIndex(m.info, sig, arg) != i {
			return false
		}
	}
	return true
}

// recursiveSite describes a call in u that runs the function first again, under
// a condition on the failure of its attempts.
func (m *Package) recursiveSite(u, first *unit, c *ast.CallExpr) *Site {
	r := m.regionOf(u)
	var attempts []Attempt
	ast.Inspect(first.body, func(n ast.Node) bool {
		x, ok := n.(*ast.CallExpr)
		if ok && m.signals(x) && m.sums.Callee(x) != u.fn && m.sums.Callee(x) != first.fn && (first != u || x.Pos() < c.Pos()) {
			attempts = append(attempts, first.attempt(x))
		}
		return true
	})
	if placeOf(attempts) != knowledge.Remote {
		return nil
	}
	if first == u {
		cond := enclosingCond(u.body, c)
		if cond == nil || !r.asksError(cond) && !r.asksAttempt(cond, attempts) {
			return nil
		}
	}
	s := m.newSite(u, c)
	s.OnAnswer = first == u && !r.asksError(enclosingCond(u.body, c))
	s.Kind, s.first, s.Attempts, s.Place = Recursive, first, attempts, knowledge.Remote
	s.Bound = m.recursionBound(u, c)
	for _, w := range u.waits() {
		if w.Node.Pos() < c.Pos() {
			s.Waits = append(s.Waits, w)
		}
	}
	if len(s.Waits) > 0 {
		s.Wait = &s.Waits[len(s.Waits)-1]
	}
	s.Delay = r.delay(s.Wait)
	s.Reach = u.reach(c.Pos(), nil)
	m.judgeSafety(first, nil, s)
	return s
}

// asksAttempt reports whether a condition looks at what one of the attempts
// gave back.
func (r *region) asksAttempt(cond ast.Expr, attempts []Attempt) bool {
	calls := map[*ast.CallExpr]bool{}
	for _, a := range attempts {
		calls[a.Call] = true
	}
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return !found
		}
		for _, d := range r.u.definitions()[r.u.m.info.Uses[id]] {
			if c, ok := callOf(d.rhs); ok && calls[c] {
				found = true
			}
		}
		return !found
	})
	return found
}

// recursionBound says what ends a recursion: a counter among its parameters or
// fields, or the class of the errors that it repeats on.
func (m *Package) recursionBound(u *unit, c *ast.CallExpr) knowledge.Bound {
	var b knowledge.Bound
	r := m.regionOf(u)
	for i := range u.fn.Signature().Params().Len() {
		if i < len(c.Args) && types.Identical(u.fn.Signature().Params().At(i).Type(), types.Typ[types.Bool]) && m.info.Types[c.Args[i]].Value != nil {
			b |= knowledge.Attempts // a flag that the repeated call is given
		}
	}
	ast.Inspect(u.body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok {
			return true
		}
		for _, a := range atoms(s.Cond) {
			switch {
			case m.countsDown(u, c, a), comparesField(a):
				b |= knowledge.Attempts
			case !r.isNilTest(a) && r.asksError(a):
				b |= knowledge.ErrorClass
			}
		}
		return true
	})
	return b
}

// comparesField reports whether an atom compares a field with a limit, as of a
// counter that the repeated calls share.
func comparesField(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || !isOrder(b.Op) {
		return false
	}
	_, ok = ast.Unparen(b.X).(*ast.SelectorExpr)
	return ok
}

// countsDown reports whether a condition looks at a parameter that the
// recursive call changes.
func (m *Package) countsDown(u *unit, c *ast.CallExpr, cond ast.Expr) bool {
	sig := u.fn.Signature()
	for i, arg := range c.Args {
		if i < sig.Params().Len() && summary.ParamIndex(m.info, sig, arg) != i && m.usesAny(cond, map[types.Object]bool{sig.Params().At(i): true}) {
			return true
		}
	}
	return false
}

// enclosingCond is the condition of the innermost if statement around a node.
func enclosingCond(body, n ast.Node) ast.Expr {
	var cond ast.Expr
	ast.Inspect(body, func(m ast.Node) bool {
		if i, ok := m.(*ast.IfStmt); ok && i.Body.Pos() <= n.Pos() && n.End() <= i.End() {
			cond = i.Cond
		}
		return true
	})
	return cond
}

// dropsLast says where a recursion that has counted far enough returns an error
// of its own, while those of its attempts are compared with nil and otherwise
// neither returned, kept nor logged.
func (m *Package) dropsLast(s *Site) *Lost {
	c := s.Node.(*ast.CallExpr)
	ret := m.countedOut(s.unit, c)
	if ret == nil || s.OnAnswer {
		return nil
	}
	var again []*ast.CallExpr // the calls that lead to the next attempt
	if s.first == s.unit {
		again = append(again, c)
	} else {
		ast.Inspect(s.first.body, func(n ast.Node) bool {
			if x, ok := n.(*ast.CallExpr); ok && m.sums.Callee(x) == s.unit.fn {
				again = append(again, x)
			}
			return true
		})
	}
	s.first.cfg()
	r := m.regionOf(s.first)
	var lost *Lost
	for _, x := range again {
		err, v := r.dropped(x)
		if err == nil {
			return nil
		}
		if lost == nil {
			lost = &Lost{How: LostReplaced, At: ret, Err: err, Var: v}
		}
	}
	return lost
}

// countedOut is the return by which a recursion gives up with an error of its
// own: a condition on a counter lies between it and the call that goes on.
func (m *Package) countedOut(u *unit, c *ast.CallExpr) *ast.ReturnStmt {
	sig := u.fn.Signature()
	for i := range sig.Params().Len() {
		if summary.IsError(sig.Params().At(i).Type()) {
			return nil // it is told
		}
	}
	var found *ast.ReturnStmt
	ast.Inspect(u.body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || found != nil {
			return found == nil
		}
		counts := false
		for _, a := range atoms(s.Cond) {
			counts = counts || m.countsDown(u, c, a) || comparesField(a)
		}
		if !counts {
			return true
		}
		ast.Inspect(u.body, func(n ast.Node) bool {
			ret, ok := n.(*ast.ReturnStmt)
			if ok && found == nil && within(c, s.Body) != within(ret, s.Body) && u.ownError(ret) {
				found = ret
			}
			return found == nil
		})
		return true
	})
	return found
}

// ownError reports whether a function returns an error that is a variable of
// package level, or made there from no other error.
func (u *unit) ownError(ret *ast.ReturnStmt) bool {
	x, _ := u.returnedError(ret)
	if x == nil {
		return false
	}
	if v, ok := u.m.object(x).(*types.Var); ok {
		return isSentinel(v)
	}
	c, ok := callOf(x)
	return ok && u.m.makesError(c) && !slices.ContainsFunc(c.Args, func(arg ast.Expr) bool {
		return summary.IsError(u.m.info.TypeOf(arg))
	})
}

// dropped is the call whose error leads to another one, where that error is
// compared with nil and not looked at on the way.
func (r *region) dropped(x *ast.CallExpr) (*ast.CallExpr, *types.Var) {
	at := blockWith(r.u.graph.Blocks, x)
	cond := enclosingCond(r.u.body, x)
	if at == nil || cond == nil {
		return nil, nil
	}
	for _, a := range atoms(cond) {
		if !r.isNilTest(a) {
			continue
		}
		b := a.(*ast.BinaryExpr)
		v, ok := r.u.m.object(b.X).(*types.Var)
		if !ok || v.IsField() || !summary.IsError(v.Type()) || r.looksAt(v, r.u.leadsTo(at)) {
			continue
		}
		if c := r.lastGiven(v, x); c != nil {
			return c, v
		}
	}
	return nil, nil
}

// lastGiven is the call whose result a variable got last before a node.
func (r *region) lastGiven(v *types.Var, before ast.Node) *ast.CallExpr {
	var out *ast.CallExpr
	for _, d := range r.u.definitions()[v] {
		if c, ok := callOf(d.rhs); ok && d.node.Pos() < before.Pos() && (out == nil || out.Pos() < c.Pos()) {
			out = c
		}
	}
	return out
}
