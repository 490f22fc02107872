package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// recursion finds calls by which a function repeats itself after a failure,
// directly or through a second function that waits and calls it back.
func recursion(m *flow.Package, u *flow.Unit) {
	if u.Fn == nil || summary.FailsBy(u.Fn.Signature()) == summary.CannotFail {
		return
	}
	ast.Inspect(u.Body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		callee := m.Sums.Callee(c)
		switch decl := m.Sums.Decl(callee); {
		case decl == nil:
		case callee == u.Fn:
			if sameArguments(m, u, c) {
				keep(m, recursiveSite(m, u, u, c))
			}
		case callsBack(m, u, decl, callee, c):
			keep(m, recursiveSite(m, u, world.UnitOf(m, u.File, decl, callee), c))
		}
		return true
	})
}

// callsBack reports whether u is the second of two functions that repeat each
// other: it waits, then calls the first, which calls u where it failed.
func callsBack(m *flow.Package, u *flow.Unit, decl *ast.FuncDecl, callee *types.Func, c *ast.CallExpr) bool {
	waits := u.Waits()
	if len(waits) == 0 || waits[0].Node.Pos() > c.Pos() || summary.FailsBy(callee.Signature()) != summary.ByError {
		return false
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if x, ok := n.(*ast.CallExpr); ok && m.Sums.Callee(x) == u.Fn {
			cond := EnclosingCond(decl.Body, x)
			found = found || cond != nil && world.AsksError(world.RegionOf(m, world.UnitOf(m, u.File, decl, callee)), cond)
		}
		return !found
	})
	return found
}

// sameArguments reports whether a recursive call is given what the function was
// given, counters and contexts aside.
func sameArguments(m *flow.Package, u *flow.Unit, c *ast.CallExpr) bool {
	sig := u.Fn.Signature()
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sig.Recv() != nil && m.Object(sel.X) != sig.Recv() {
		return false
	}
	for i, arg := range c.Args {
		if i >= sig.Params().Len() {
			return false
		}
		p := sig.Params().At(i)
		if summary.IsContext(p.Type()) || world.IsNumeric(p.Type()) || types.Identical(p.Type(), types.Typ[types.Bool]) {
			continue
		}
		if summary.ParamIndex(m.Info, sig, arg) != i {
			return false
		}
	}
	return true
}

// recursiveSite describes a call in u that runs the function first again, under
// a condition on the failure of its attempts.
func recursiveSite(m *flow.Package, u, first *flow.Unit, c *ast.CallExpr) *Site {
	r := world.RegionOf(m, u)
	var attempts []world.Attempt
	ast.Inspect(first.Body, func(n ast.Node) bool {
		x, ok := n.(*ast.CallExpr)
		if ok && world.Signals(m, x) && m.Sums.Callee(x) != u.Fn && m.Sums.Callee(x) != first.Fn && (first != u || x.Pos() < c.Pos()) {
			attempts = append(attempts, world.AttemptOf(first, x))
		}
		return true
	})
	place := placeOf(attempts)
	if !place.Leaves() {
		return nil
	}
	s := newSite(m, u, c)
	if first == u {
		s.Rounds = world.Rounds(m, u, c)
		failing := failsInto(s.Rounds, attempts)
		cond := EnclosingCond(u.Body, c)
		asks := cond != nil && world.AsksError(r, cond)
		if len(failing) == 0 && !asks && (cond == nil || !asksAttempt(r, cond, attempts)) {
			return nil
		}
		s.OnAnswer = len(failing) == 0 && !asks
		if len(failing) > 0 {
			b := bounds(s.Rounds, &verdict{kind: Retry, attempts: attempts, failing: failing})
			s.Bound, s.Deadline, s.Otherwise = b.of, b.deadline, b.otherwise
		}
	}
	s.Kind, s.First, s.Attempts, s.Place = Recursive, first, attempts, place
	s.Bound |= recursionBound(m, first, c) | recursionBound(m, u, c)
	for _, w := range u.Waits() {
		if w.Node.Pos() < c.Pos() {
			s.Waits = append(s.Waits, w)
			if w.Select != nil {
				s.Bound |= w.Cancel
			}
		}
	}
	if len(s.Waits) > 0 {
		s.Wait = &s.Waits[len(s.Waits)-1]
	}
	s.Delay = delay(r, s.Wait)
	s.Reach = ReachAt(u, c.Pos())
	judgeSafety(m, first, nil, s)
	return s
}

// failsInto lists the attempts whose failure leads to the call by which a function
// repeats itself, if the success of all does not.
func failsInto(r *flow.Region, attempts []world.Attempt) []flow.Placed {
	if r == nil || world.Run(r, world.AllGood(r), world.Options{}).Back {
		return nil
	}
	var out []flow.Placed
	for _, a := range attempts {
		if p, ok := world.PlacedCall(r, a.Call); ok && FailsBack(r, p) {
			out = append(out, p)
		}
	}
	return out
}

// asksAttempt reports whether a condition looks at what one of the attempts
// gave back.
func asksAttempt(r *flow.Region, cond ast.Expr, attempts []world.Attempt) bool {
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
		for _, d := range r.U.Definitions()[r.U.M.Info.Uses[id]] {
			if c, ok := world.CallOf(d.Rhs); ok && calls[c] {
				found = true
			}
		}
		return !found
	})
	return found
}

// recursionBound says what ends a recursion by a call of a function: a counter among its
// parameters or fields, or the class of the errors that it repeats on.
func recursionBound(m *flow.Package, u *flow.Unit, c *ast.CallExpr) knowledge.Bound {
	var b knowledge.Bound
	r := world.RegionOf(m, u)
	for i := range u.Fn.Signature().Params().Len() {
		if i < len(c.Args) && types.Identical(u.Fn.Signature().Params().At(i).Type(), types.Typ[types.Bool]) && m.Info.Types[c.Args[i]].Value != nil {
			b |= knowledge.Attempts // a flag that the repeated call is given
		}
	}
	ast.Inspect(u.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok {
			return true
		}
		for _, a := range world.Atoms(s.Cond) {
			switch {
			case CountsDown(m, u, c, a), ComparesField(a):
				b |= knowledge.Attempts
			case !world.IsNilTest(r, a) && world.AsksError(r, a):
				b |= knowledge.ErrorClass
			}
		}
		return true
	})
	return b
}

// ComparesField reports whether an atom compares a field with a limit, as of a
// counter that the repeated calls share.
func ComparesField(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || !world.IsOrder(b.Op) {
		return false
	}
	_, ok = ast.Unparen(b.X).(*ast.SelectorExpr)
	return ok
}

// CountsDown reports whether a condition looks at a parameter that the
// recursive call, or the function before it, changes.
func CountsDown(m *flow.Package, u *flow.Unit, c *ast.CallExpr, cond ast.Expr) bool {
	sig := u.Fn.Signature()
	for i, arg := range c.Args {
		if i < sig.Params().Len() && (summary.ParamIndex(m.Info, sig, arg) != i || len(u.Definitions()[sig.Params().At(i)]) > 0) && world.UsesAny(m, cond, map[types.Object]bool{sig.Params().At(i): true}) {
			return true
		}
	}
	return false
}

// EnclosingCond is the condition of the innermost if statement around a node.
func EnclosingCond(body, n ast.Node) ast.Expr {
	var cond ast.Expr
	ast.Inspect(body, func(m ast.Node) bool {
		if i, ok := m.(*ast.IfStmt); ok && i.Body.Pos() <= n.Pos() && n.End() <= i.End() {
			cond = i.Cond
		}
		return true
	})
	return cond
}
