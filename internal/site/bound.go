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

// comparesError reports whether a nil test is about an error.
func (r *region) comparesError(e ast.Expr) bool {
	b := e.(*ast.BinaryExpr)
	return summary.IsError(r.u.m.info.TypeOf(b.X)) || summary.IsError(r.u.m.info.TypeOf(b.Y))
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
	if b, ok := e.(*ast.BinaryExpr); ok && (isStatusExpr(b.X) || isStatusExpr(b.Y)) && r.fromAttempt(e, failing) {
		return knowledge.ErrorClass
	}
	return 0
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
		if ok && s.Body.Pos() <= n.Pos() && n.End() <= s.Body.End() {
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

// isCounterAtom reports whether an atom compares what grows from round to round:
// a counter, or a delay that ends the loop when it becomes too long.
func (r *region) isCounterAtom(e ast.Expr) bool {
	if c, ok := e.(*ast.CallExpr); ok {
		for _, a := range c.Args {
			if obj := r.u.m.object(a); obj != nil && r.grows(obj) {
				return true
			}
		}
		return false
	}
	b, ok := e.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch b.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
	default:
		return false
	}
	for _, side := range [...]ast.Expr{b.X, b.Y} {
		found := false
		ast.Inspect(side, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				if obj := r.u.m.object(n); obj != nil && r.grows(obj) {
					found = true
				}
			case *ast.SelectorExpr:
				if obj := r.u.m.object(n); obj != nil && r.grows(obj) {
					found = true
				}
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// grows reports whether the region counts or multiplies a numeric variable, or
// computes it from one that grows.
func (r *region) grows(obj types.Object) bool { return r.growsBy(obj, 0) != noGrowth }

// asksError reports whether an expression asks an error what it is.
func (r *region) asksError(e ast.Expr) bool {
	m := r.u.m
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if t := m.info.TypeOf(x); t != nil && summary.IsError(t) && !m.info.Types[x].IsNil() {
				if _, isCall := x.(*ast.CallExpr); !isCall {
					found = true
				}
			}
		}
		return !found
	})
	if found {
		return true
	}
	// A value made from an error: st := status.Convert(err); st.Code().
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := m.info.Uses[id].(*types.Var)
		if !ok || v.IsField() {
			return true
		}
		for _, d := range r.u.definitions()[v] {
			if !r.contains(d.node) {
				continue
			}
			if c, ok := callOf(d.rhs); ok {
				for _, a := range m.operands(c) {
					if summary.IsError(m.info.TypeOf(a)) {
						found = true
					}
				}
			}
		}
		// errors.As(err, &target) fills target.
		if isErrorType(v.Type()) {
			found = true
		}
		return !found
	})
	return found
}

// isErrorType reports whether a concrete type is an error.
func isErrorType(t types.Type) bool {
	if types.IsInterface(t) {
		return summary.IsError(t)
	}
	iface := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface)
}

// isNilTest reports whether an atom compares with nil.
func (r *region) isNilTest(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.EQL || b.Op == token.NEQ) &&
		(r.u.m.info.Types[b.X].IsNil() || r.u.m.info.Types[b.Y].IsNil())
}

// boundOfNilTest says what leaving on an error bounds: nothing where the error
// is the attempt's own (that is the success exit), the context where it is a
// wait's, an error class where it is that of another step.
func (r *region) boundOfNilTest(e ast.Expr, failing map[*ast.CallExpr]bool) knowledge.Bound {
	b := e.(*ast.BinaryExpr)
	x := b.X
	if r.u.m.info.Types[x].IsNil() {
		x = b.Y
	}
	if !summary.IsError(r.u.m.info.TypeOf(x)) {
		if d, ok := r.origin(x); ok {
			if c, ok := callOf(d.rhs); ok && !failing[c] && r.feeds(x, failing) {
				return knowledge.Attempts // there is nothing left to try
			}
		}
		return 0
	}
	if c, ok := callOf(x); ok {
		return r.boundOfFailedCall(c, failing)
	}
	d, ok := r.origin(x)
	if !ok {
		return 0
	}
	if c, ok := callOf(d.rhs); ok {
		return r.boundOfFailedCall(c, failing)
	}
	return 0
}

// feeds reports whether an attempt is given what x names.
func (r *region) feeds(x ast.Expr, failing map[*ast.CallExpr]bool) bool {
	obj := r.u.m.object(x)
	for c := range failing {
		if obj != nil && r.mentions(c, obj) {
			return true
		}
	}
	return false
}

func (r *region) boundOfFailedCall(c *ast.CallExpr, failing map[*ast.CallExpr]bool) knowledge.Bound {
	if r.u.m.makesError(c) {
		return 0
	}
	if failing[c] {
		if r.poll {
			return knowledge.ErrorClass // a poll that an error of the question ends
		}
		return 0
	}
	if w := r.u.m.sums.OfCall(c).Wait; w != nil {
		if w.Ctx != knowledge.Never {
			return knowledge.Ctx
		}
		return 0
	}
	if r.u.m.isContextErr(c) {
		return knowledge.Ctx
	}
	if r.u.entry(c).Place == knowledge.Local && !r.poll {
		return 0 // building a request: it fails the first time or never
	}
	return knowledge.ErrorClass
}

// origin is the assignment that an identifier's value most likely comes from:
// the nearest one before it in the region, else the last one of the region.
func (r *region) origin(e ast.Expr) (def, bool) {
	obj := r.u.m.object(e)
	if obj == nil {
		return def{}, false
	}
	var best, last def
	for _, d := range r.u.definitions()[obj] {
		if !r.contains(d.node) {
			continue
		}
		if d.node.Pos() <= e.Pos() && (best.node == nil || d.node.Pos() > best.node.Pos()) {
			best = d
		}
		if last.node == nil || d.node.Pos() > last.node.Pos() {
			last = d
		}
	}
	if best.node == nil {
		best = last
	}
	return best, best.node != nil
}

// fromAttempt reports whether an expression's value comes from a failing
// attempt.
func (r *region) fromAttempt(e ast.Expr, failing map[*ast.CallExpr]bool) bool {
	for _, p := range r.sources(e) {
		if failing[p.call] {
			return true
		}
	}
	return false
}

// maximum is the constant number of attempts of a region, 0 if there is none.
// v.failing holds the attempts.
func (r *region) maximum(v *verdict) int64 {
	switch n := r.node.(type) {
	case *ast.RangeStmt:
		if max, ok := r.u.constant(n.X); ok {
			return max
		}
		if lit, ok := r.u.composite(n.X); ok {
			return int64(len(lit.Elts))
		}
		return 0
	}
	best := int64(0)
	for _, b := range r.order {
		cond, tag := r.u.condition(b)
		if cond == nil || tag != nil {
			continue
		}
		if b == r.head && alternatives(cond) {
			continue // another part of the condition may let the loop go on
		}
		for _, a := range atoms(cond) {
			if n := r.attemptsBy(a, cond, v); n > 0 && (best == 0 || n < best) {
				best = n
			}
		}
	}
	return best
}

// alternatives reports whether a condition has parts of which one suffices.
func alternatives(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.LOR {
			found = true
		}
		return !found
	})
	return found
}

// attemptsBy counts the attempts that a comparison of a counter with a constant
// allows, by running the counter.
func (r *region) attemptsBy(atom, cond ast.Expr, v *verdict) int64 {
	b, ok := atom.(*ast.BinaryExpr)
	if !ok || len(v.failing) == 0 {
		return 0
	}
	x, op, limit, ok := b.X, b.Op, int64(0), false
	if limit, ok = r.u.constant(b.Y); !ok {
		if limit, ok = r.u.constant(b.X); !ok {
			return 0
		}
		x, op = b.Y, flip(b.Op)
	}
	obj := r.u.m.object(x)
	if obj == nil {
		return 0
	}
	start, step, at, ok := r.counter(obj)
	if !ok {
		return 0
	}
	loop, isHead := r.node.(*ast.ForStmt)
	head := isHead && loop.Cond != nil && loop.Cond.Pos() <= atom.Pos() && atom.End() <= loop.Cond.End()
	attempt := v.failing[0].call.Pos()
	const enough = 1 << 20
	for k := int64(1); k < enough; k++ {
		n := start + step*(k-1)
		if !head && at < atom.Pos() && !(isHead && loop.Post != nil && at == loop.Post.Pos()) {
			n += step
		}
		holds := compareInts(n, op, limit)
		if head {
			if !holds {
				return k - 1
			}
			continue
		}
		if holds == r.leavesWhen(cond) {
			if attempt < atom.Pos() {
				return k
			}
			return k - 1
		}
	}
	return 0
}

// leavesWhen reports whether a condition leaves the region when it is true.
func (r *region) leavesWhen(cond ast.Expr) bool {
	leads := r.leads()
	for _, b := range r.order {
		if c, _ := r.u.condition(b); c == cond {
			return r.exits(b.Succs[0], leads)
		}
	}
	return true
}

func compareInts(a int64, op token.Token, b int64) bool {
	switch op {
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	case token.GEQ:
		return a >= b
	case token.EQL:
		return a == b
	case token.NEQ:
		return a != b
	}
	return false
}

// counter finds where a counter starts, by how much it moves, and where.
func (r *region) counter(obj types.Object) (start, step int64, at token.Pos, ok bool) {
	started := false
	for _, d := range r.u.definitions()[obj] {
		switch d.tok {
		case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
			if !r.contains(d.node) || step != 0 {
				return 0, 0, 0, false
			}
			step, at = 1, d.node.Pos()
			if d.rhs != nil {
				if step, ok = r.u.constant(d.rhs); !ok {
					return 0, 0, 0, false
				}
			}
			if d.tok == token.DEC || d.tok == token.SUB_ASSIGN {
				step = -step
			}
		case token.VAR:
			started = true
		case token.DEFINE, token.ASSIGN:
			if started || d.multi {
				return 0, 0, 0, false
			}
			if start, ok = r.u.constant(d.rhs); !ok {
				return 0, 0, 0, false
			}
			started = true
		default:
			return 0, 0, 0, false
		}
	}
	return start, step, at, started && step != 0
}

// constant is the value of an integer expression that is constant, or a local
// variable that is only ever given one constant.
func (u *unit) constant(e ast.Expr) (int64, bool) {
	if n, ok := u.m.constInt(e); ok {
		return n, true
	}
	if c, ok := callOf(e); ok && len(c.Args) == 1 && u.m.info.Types[c.Fun].IsType() {
		return u.constant(c.Args[0])
	}
	v, ok := u.m.object(e).(*types.Var)
	if !ok || v.IsField() || u.isParam(v) {
		return 0, false
	}
	defs := u.definitions()[v]
	if len(defs) != 1 || defs[0].rhs == nil || defs[0].multi {
		return 0, false
	}
	return u.m.constInt(defs[0].rhs)
}

// composite is the literal that an expression is, or that a local variable is
// given once.
func (u *unit) composite(e ast.Expr) (*ast.CompositeLit, bool) {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return lit, true
	}
	defs := u.definitions()[u.m.object(e)]
	if len(defs) == 1 && defs[0].rhs != nil {
		lit, ok := ast.Unparen(defs[0].rhs).(*ast.CompositeLit)
		return lit, ok
	}
	return nil, false
}

// chanElem is the element type of a channel type.
func chanElem(t types.Type) (types.Type, bool) {
	c, ok := summary.TypeUnder[*types.Chan](t)
	if !ok {
		return nil, false
	}
	return c.Elem(), true
}
