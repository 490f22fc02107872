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

// atoms splits a condition at && and || and drops negations.
func atoms(e ast.Expr) []ast.Expr {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			return append(atoms(x.X), atoms(x.Y)...)
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return atoms(x.X)
		}
	}
	return []ast.Expr{e}
}

// bounds says what ends a region while its attempts keep failing: the kinds of
// all conditions on the failing path with a branch that leaves for good.
func (r *region) bounds(v *verdict) knowledge.Bound {
	var bound knowledge.Bound
	failing := map[*ast.CallExpr]bool{}
	for _, f := range v.failing {
		failing[f.call] = true
	}
	r.poll = v.kind == Poll
	in := r.run(func(c *ast.CallExpr) outcome {
		if failing[c] {
			return free
		}
		return success
	})
	in.reached[r.head] = true
	leads := r.leads()
	for b := range in.reached {
		bound |= r.boundAt(b, leads, failing)
	}
	if rs, ok := r.node.(*ast.RangeStmt); ok && !isTimeRange(r, rs) {
		bound |= knowledge.Attempts
	}
	for i := range v.attempts {
		if bound&knowledge.ErrorClass != 0 && r.onlyClassGoesOn && v.attempts[i].Ctx != nil && !r.u.isBackground(v.attempts[i].Ctx) {
			bound |= knowledge.Ctx
		}
	}
	return bound
}

func isTimeRange(r *region, rs *ast.RangeStmt) bool {
	_, ok := summary.TypeUnder[*types.Chan](r.u.m.info.TypeOf(rs.X))
	return ok
}

// boundAt says what the branch at the end of a block bounds.
func (r *region) boundAt(b *cfg.Block, leads map[*cfg.Block]bool, failing map[*ast.CallExpr]bool) knowledge.Bound {
	if len(b.Succs) != 2 {
		return 0
	}
	if b.Succs[0].Kind == cfg.KindSelectCaseBody {
		if !r.exits(b.Succs[0], leads) {
			return 0
		}
		clause, _ := b.Succs[0].Stmt.(*ast.CommClause)
		return r.boundOfCase(clause)
	}
	if b.Succs[0].Kind == cfg.KindSwitchCaseBody {
		if cc, ok := b.Succs[0].Stmt.(*ast.CaseClause); ok && r.u.typed[cc] != nil {
			return r.boundOfTypeCase(b, cc, leads)
		}
	}
	cond, tag := r.u.condition(b)
	if cond == nil {
		return 0
	}
	x0, x1 := r.exits(b.Succs[0], leads), r.exits(b.Succs[1], leads)
	if !x0 && !x1 {
		// Neither side leaves at once, as where the exit depends on a flag or
		// on what follows: a class test there still decides what is retried.
		return 0
	}
	if tag != nil {
		if r.u.m.info.Types[cond].IsNil() {
			return 0 // case nil: success
		}
		if r.asksError(tag) || r.fromAttempt(tag, failing) {
			r.onlyClassGoesOn = r.onlyClassGoesOn || x1
			return knowledge.ErrorClass
		}
		return 0
	}
	var bound knowledge.Bound
	for _, atom := range atoms(cond) {
		if r.isNilTest(atom) && r.comparesError(atom) && r.leavesOnNil(atom.(*ast.BinaryExpr), x0) {
			continue // success
		}
		if r.isFlag(atom) && r.saysWell(atom, cond, x0) {
			continue // success
		}
		got := r.boundOfAtom(atom, failing)
		if got&knowledge.ErrorClass != 0 && r.leavesUnless(cond, x0) {
			r.onlyClassGoesOn = true
		}
		bound |= got
	}
	return bound
}

// saysWell reports whether a flag lets the loop end when it says that all is
// well: ok, found, done when true, retry when false.
func (r *region) saysWell(flag, cond ast.Expr, exitWhenTrue bool) bool {
	negated := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.NOT && ast.Unparen(u.X) == flag {
			negated = true
		}
		return true
	})
	leavesWhenSet := negated != exitWhenTrue
	name := strings.ToLower(summary.LastName(flag))
	return leavesWhenSet && !summary.StopName(name) && !strings.Contains(name, "fatal") && !strings.Contains(name, "perm")
}

// leavesOnNil reports whether a nil test lets the loop end when the error is
// nil.
func (r *region) leavesOnNil(test *ast.BinaryExpr, exitWhenTrue bool) bool {
	return (test.Op == token.EQL) == exitWhenTrue
}

// boundOfTypeCase says what a case of a type switch bounds: errors of its type
// end the region, or all but those do.
func (r *region) boundOfTypeCase(b *cfg.Block, cc *ast.CaseClause, leads map[*cfg.Block]bool) knowledge.Bound {
	if !summary.IsError(r.u.m.info.TypeOf(r.u.typed[cc])) {
		return 0
	}
	if len(cc.List) == 1 && r.u.m.info.Types[cc.List[0]].IsNil() {
		return 0 // success
	}
	x0, x1 := r.exits(b.Succs[0], leads), r.exits(b.Succs[1], leads)
	if x0 == x1 {
		return 0
	}
	r.onlyClassGoesOn = r.onlyClassGoesOn || x1
	return knowledge.ErrorClass
}

// leavesUnless reports whether a condition leaves the loop unless a question is
// answered yes: if !transient(err) { return }, or if transient(err) { continue }
// before a return.
func (r *region) leavesUnless(cond ast.Expr, exitWhenTrue bool) bool {
	negated := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.NOT {
			negated = true
		}
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.NEQ {
			negated = true
		}
		return !negated
	})
	return negated == exitWhenTrue
}

// boundOfCase says what a select case that leaves the region stands for.
func (r *region) boundOfCase(clause *ast.CommClause) knowledge.Bound {
	if clause == nil {
		return 0
	}
	ch := summary.ReceivedFrom(clause)
	if ch == nil {
		return 0
	}
	if ctx := r.u.m.sums.IsDone(ch); ctx != nil {
		r.deadline = r.deadline || r.u.endsOf(ctx)&knowledge.Elapsed != 0
		return knowledge.Ctx
	}
	t, ok := summary.TypeUnder[*types.Chan](r.u.m.info.TypeOf(ch))
	if !ok {
		return 0
	}
	if summary.IsNamed(t.Elem(), "time", "Time") {
		return knowledge.Elapsed
	}
	switch elem := t.Elem().Underlying().(type) {
	case *types.Struct:
		if elem.NumFields() == 0 {
			return knowledge.Stop
		}
	case *types.Interface:
		return knowledge.Stop
	case *types.Basic:
		if elem.Kind() == types.Bool {
			return knowledge.Stop
		}
	}
	return 0
}

func callOf(e ast.Expr) (*ast.CallExpr, bool) {
	if e == nil {
		return nil, false
	}
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return c, ok
}

// boundOfAtom says what a part of a leaving condition bounds.
func (r *region) boundOfAtom(e ast.Expr, failing map[*ast.CallExpr]bool) knowledge.Bound {
	switch {
	case r.isCancelAtom(e):
		return r.cancelBound(e)
	case r.isClockAtom(e):
		return knowledge.Elapsed
	case r.isCounterAtom(e):
		b := knowledge.Attempts
		if r.asksError(e) {
			b |= knowledge.ErrorClass
		}
		return b
	case r.isNilTest(e):
		return r.boundOfNilTest(e, failing)
	case r.asksError(e):
		if c, ok := e.(*ast.CallExpr); ok {
			for _, a := range c.Args {
				if summary.IsContext(r.u.m.info.TypeOf(a)) {
					return knowledge.ErrorClass | knowledge.Ctx
				}
			}
		}
		return knowledge.ErrorClass
	case r.isFlag(e):
		return r.boundOfFlag(e, failing)
	}
	if c, ok := e.(*ast.CallExpr); ok && summary.StopName(summary.LastName(c.Fun)) && len(c.Args) == 0 {
		return knowledge.Stop
	}
	if c, ok := e.(*ast.CallExpr); ok && !failing[c] && r.asksState(c) {
		r.otherwise = true
	}
	if c, ok := e.(*ast.CallExpr); ok {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Load" && summary.StopName(summary.LastName(sel.X)) {
			return knowledge.Stop
		}
	}
	if b, ok := e.(*ast.BinaryExpr); ok && (r.isStopState(b.X) || r.isStopState(b.Y)) {
		return knowledge.Stop
	}
	if b, ok := e.(*ast.BinaryExpr); ok && (isStatusExpr(b.X) || isStatusExpr(b.Y)) && r.fromAttempt(e, failing) {
		return knowledge.ErrorClass
	}
	return 0
}

// isStopState reports whether an operand is a constant whose name says that
// something stops, as of a state that is compared.
func (r *region) isStopState(e ast.Expr) bool {
	c, ok := r.u.m.object(e).(*types.Const)
	return ok && summary.StopName(c.Name())
}

// isStatusExpr reports whether an expression is the status of a response.
func isStatusExpr(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return isStatusExpr(e.X)
	default:
		name := strings.ToLower(summary.LastName(e))
		return strings.HasSuffix(name, "statuscode") || strings.HasSuffix(name, "code")
	}
}

// boundOfFlag says what a boolean bounds that ends the region: a stop flag, or
// what the attempt says of its own error.
func (r *region) boundOfFlag(e ast.Expr, failing map[*ast.CallExpr]bool) knowledge.Bound {
	name := summary.LastName(e)
	obj, _ := r.u.m.object(e).(*types.Var)
	if obj == nil {
		return 0
	}
	if obj.IsField() || !r.assigned(obj) {
		if summary.StopName(name) {
			return knowledge.Stop
		}
		return 0
	}
	if r.asking[obj] {
		return 0 // a flag that is set under a condition on itself
	}
	if r.asking == nil {
		r.asking = map[types.Object]bool{}
	}
	r.asking[obj] = true
	defer delete(r.asking, obj)
	var bound knowledge.Bound
	for _, d := range r.u.definitions()[obj] {
		if d.rhs == nil || !r.contains(d.node) {
			continue
		}
		if c, ok := callOf(d.rhs); ok {
			if failing[c] {
				bound |= knowledge.ErrorClass
			} else if r.asksError(c) {
				bound |= knowledge.ErrorClass
			}
			continue
		}
		if t, ok := ast.Unparen(d.rhs).(*ast.TypeAssertExpr); ok && summary.IsError(r.u.m.info.TypeOf(t.X)) {
			bound |= knowledge.ErrorClass
		}
		if !d.multi {
			if _, isConst := r.u.m.info.Types[d.rhs]; isConst && r.u.m.info.Types[d.rhs].Value != nil {
				bound |= r.guards(d.node, failing)
				continue
			}
			if f, ok := r.u.m.object(d.rhs).(*types.Var); ok && f.IsField() && summary.StopName(f.Name()) {
				bound |= knowledge.Stop
			}
		}
	}
	return bound
}

// guards says what the conditions around a statement bound, up to the region:
// cancelled = true under if isCanceled(err).
func (r *region) guards(n ast.Node, failing map[*ast.CallExpr]bool) knowledge.Bound {
	var bound knowledge.Bound
	ast.Inspect(r.node, func(m ast.Node) bool {
		s, ok := m.(*ast.IfStmt)
		if ok && within(n, s.Body) {
			for _, a := range atoms(s.Cond) {
				if !r.isNilTest(a) {
					bound |= r.boundOfAtom(a, failing)
				}
			}
		}
		return true
	})
	return bound
}

// isCancelAtom reports whether an atom asks a context, or an error for being a
// context's.
func (r *region) isCancelAtom(e ast.Expr) bool { return r.cancelBound(e) != 0 }

func (r *region) cancelBound(e ast.Expr) knowledge.Bound {
	m := r.u.m
	var bound knowledge.Bound
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && m.isContextErr(n) && len(n.Args) == 0 {
				r.deadline = r.deadline || r.u.endsOf(sel.X)&knowledge.Elapsed != 0
			}
			if w := m.sums.OfCall(n).Wait; m.isContextErr(n) || w != nil && w.Ctx != knowledge.Never {
				bound |= knowledge.Ctx
			}
			if fn := m.sums.Callee(n); fn != nil {
				name := strings.ToLower(fn.Name())
				if strings.Contains(name, "cancel") || strings.Contains(name, "contextdone") || strings.Contains(name, "ctxdone") || strings.Contains(name, "iscontext") || strings.Contains(name, "contexterr") {
					bound |= knowledge.Ctx
				}
			}
		case *ast.SelectorExpr:
			if obj := m.info.Uses[n.Sel]; obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "context" && (obj.Name() == "Canceled" || obj.Name() == "DeadlineExceeded") {
				bound |= knowledge.Ctx
			}
			if obj := m.info.Uses[n.Sel]; obj != nil && obj.Pkg() != nil && strings.HasSuffix(obj.Pkg().Path(), "grpc/codes") && obj.Name() == "Canceled" {
				bound |= knowledge.Ctx
			}
		case *ast.Ident:
			if v, ok := m.info.Uses[n].(*types.Var); ok && summary.IsError(v.Type()) {
				if d, ok := r.origin(n); ok {
					if c, ok := callOf(d.rhs); ok && m.isContextErr(c) {
						bound |= knowledge.Ctx
					}
				}
			}
		}
		return true
	})
	return bound
}

// isClockAtom reports whether an atom asks the clock, or a duration that was
// measured.
func (r *region) isClockAtom(e ast.Expr) bool {
	m := r.u.m
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := m.sums.Callee(n); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" {
				switch fn.Name() {
				case "Since", "Until", "Now", "After", "Before":
					found = true
				}
			}
		case *ast.Ident:
			v, ok := m.info.Uses[n].(*types.Var)
			if !ok || !summary.IsNamed(v.Type(), "time", "Duration") && !summary.IsNamed(v.Type(), "time", "Time") {
				return true
			}
			if d, ok := r.origin(n); ok {
				if c, ok := callOf(d.rhs); ok {
					if fn := m.sums.Callee(c); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" {
						found = true
					}
				}
			}
		}
		return !found
	})
	return found
}

// chanElem is the element type of a channel type.
func chanElem(t types.Type) (types.Type, bool) {
	c, ok := summary.TypeUnder[*types.Chan](t)
	if !ok {
		return nil, false
	}
	return c.Elem(), true
}
