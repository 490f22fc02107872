package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// bounding finds out what ends a region.
type bounding struct {
	r       *flow.Region
	failing map[*ast.CallExpr]bool // the attempts
	poll    bool                   // the region is a poll
	flags   map[types.Object]bool  // those that are being looked at

	of knowledge.Bound
	// onlyClass is set where only errors of some class are tried again, so that all
	// others, a context's among them, end the loop.
	onlyClass bool
	// deadline is set where a context that ends the region was given a deadline in
	// this function.
	deadline bool
	// otherwise is set where a question that has nothing to do with the attempt
	// ends the region.
	otherwise bool
}

// bounds says what ends a region while its attempts keep failing: the kinds of
// all conditions on the failing path with a branch that leaves for good.
func bounds(r *flow.Region, v *verdict) *bounding {
	failing := map[*ast.CallExpr]bool{}
	for _, f := range v.failing {
		failing[f.Call] = true
	}
	b := &bounding{r: r, failing: failing, poll: v.kind == Poll, flags: map[types.Object]bool{}}
	in := world.Run(r, func(c *ast.CallExpr) world.Outcome {
		if failing[c] {
			return world.Free
		}
		return world.Success
	}, world.Options{})
	in.Reached[r.Head] = true
	leads := r.Leads()
	for at := range in.Reached {
		b.of |= b.at(at, leads)
	}
	if b.of&knowledge.ErrorClass == 0 && othersLeave(r, v.failing) {
		b.of |= knowledge.ErrorClass
		b.onlyClass = true
	}
	if rs, ok := r.Node.(*ast.RangeStmt); ok && !isTimeRange(r, rs) {
		b.of |= knowledge.Attempts
	}
	for i := range v.attempts {
		if b.of&knowledge.ErrorClass != 0 && b.onlyClass && v.attempts[i].Ctx != nil && !world.IsBackground(r.U, v.attempts[i].Ctx) {
			b.of |= knowledge.Ctx
		}
	}
	return b
}

// othersLeave reports whether an error that is none of those that the region asks for
// ends it, whichever way it takes.
func othersLeave(r *flow.Region, failing []flow.Placed) bool {
	for _, c := range failing {
		o := world.At(r, c)
		o.Says = world.IsFalse
		if world.TellsStatus(r.U.M, c.Call) || world.Run(r, world.AllGoodBut(r, c.Call, world.Failure), o).Back {
			return false
		}
	}
	return len(failing) > 0
}

// BoundAt says what the branch at the end of a block of the site's region, or of its
// rounds, bounds, if the calls given are those that fail.
func (s *Site) BoundAt(r *flow.Region, b *cfg.Block, failing map[*ast.CallExpr]bool) knowledge.Bound {
	at := bounding{r: r, failing: failing, poll: s.Kind == Poll, flags: map[types.Object]bool{}}
	return at.at(b, r.Leads())
}

func isTimeRange(r *flow.Region, rs *ast.RangeStmt) bool {
	_, ok := summary.TypeUnder[*types.Chan](r.U.M.Info.TypeOf(rs.X))
	return ok
}

// at says what the branch at the end of a block bounds.
func (bd *bounding) at(b *cfg.Block, leads map[*cfg.Block]bool) knowledge.Bound {
	r := bd.r
	if len(b.Succs) != 2 {
		return 0
	}
	if b.Succs[0].Kind == cfg.KindSelectCaseBody {
		if !world.Exits(r, b.Succs[0], leads) {
			return 0
		}
		clause, _ := b.Succs[0].Stmt.(*ast.CommClause)
		bd.deadline = bd.deadline || clause != nil && caseHasDeadline(r, clause)
		return BoundOfCase(r, clause)
	}
	if b.Succs[0].Kind == cfg.KindSwitchCaseBody {
		if cc, ok := b.Succs[0].Stmt.(*ast.CaseClause); ok && r.U.Typed[cc] != nil {
			return bd.ofTypeCase(b, cc, leads)
		}
	}
	cond, tag := world.Condition(r.U, b)
	if cond == nil {
		return 0
	}
	x0, x1 := world.Exits(r, b.Succs[0], leads), world.Exits(r, b.Succs[1], leads)
	if !x0 && !x1 {
		// Neither side leaves at once, as where the exit depends on a flag or
		// on what follows: a class test there still decides what is retried.
		return 0
	}
	if tag != nil {
		if r.U.M.Info.Types[cond].IsNil() {
			return 0 // case nil: success
		}
		if world.AsksError(r, tag) || fromAttempt(r, tag, bd.failing) {
			bd.onlyClass = bd.onlyClass || x1
			return knowledge.ErrorClass
		}
		if x0 && world.IsCounterAtom(r, &ast.BinaryExpr{X: tag, Op: token.EQL, Y: cond}) {
			return knowledge.Attempts // switch attempt { case 5: return err }
		}
		return 0
	}
	var bound knowledge.Bound
	for _, atom := range world.Atoms(cond) {
		if world.IsNilTest(r, atom) && ComparesError(r, atom) && leavesOnNil(r, atom.(*ast.BinaryExpr), x0) {
			continue // success
		}
		if isFlag(r, atom) && saysWell(r, atom, cond, x0) {
			continue // success
		}
		got := bd.ofAtom(atom)
		if got&knowledge.ErrorClass != 0 && LeavesUnless(r, cond, x0) {
			bd.onlyClass = true
		}
		bound |= got
	}
	return bound
}

// saysWell reports whether a flag lets the loop end when it says that all is
// well: ok, found, done when true, retry when false.
func saysWell(r *flow.Region, flag, cond ast.Expr, exitWhenTrue bool) bool {
	negated := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.NOT && ast.Unparen(u.X) == flag {
			negated = true
		}
		return true
	})
	leavesWhenSet := negated != exitWhenTrue
	name := summary.LastName(flag)
	return leavesWhenSet && !knowledge.Ending(name) && !knowledge.Fatal(name)
}

// leavesOnNil reports whether a nil test lets the loop end when the error is
// nil.
func leavesOnNil(r *flow.Region, test *ast.BinaryExpr, exitWhenTrue bool) bool {
	return (test.Op == token.EQL) == exitWhenTrue
}

// ofTypeCase says what a case of a type switch bounds: errors of its type end the
// region, or all but those do.
func (bd *bounding) ofTypeCase(b *cfg.Block, cc *ast.CaseClause, leads map[*cfg.Block]bool) knowledge.Bound {
	r := bd.r
	if !summary.IsError(r.U.M.Info.TypeOf(r.U.Typed[cc])) {
		return 0
	}
	if len(cc.List) == 1 && r.U.M.Info.Types[cc.List[0]].IsNil() {
		return 0 // success
	}
	x0, x1 := world.Exits(r, b.Succs[0], leads), world.Exits(r, b.Succs[1], leads)
	if x0 == x1 {
		return 0
	}
	bd.onlyClass = bd.onlyClass || x1
	return knowledge.ErrorClass
}

// LeavesUnless reports whether a condition leaves the loop unless a question is
// answered yes: if !transient(err) { return }, or if transient(err) { continue }
// before a return.
func LeavesUnless(r *flow.Region, cond ast.Expr, exitWhenTrue bool) bool {
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

// BoundOfCase says what a select case that leaves the region stands for.
func BoundOfCase(r *flow.Region, clause *ast.CommClause) knowledge.Bound {
	if clause == nil {
		return 0
	}
	ch := summary.ReceivedFrom(clause)
	if ch == nil {
		return 0
	}
	if r.U.M.Sums.IsDone(ch) != nil {
		return knowledge.Ctx
	}
	t, ok := summary.TypeUnder[*types.Chan](r.U.M.Info.TypeOf(ch))
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

// caseHasDeadline reports whether a select case receives the end of a context that
// was given a deadline in this function.
func caseHasDeadline(r *flow.Region, clause *ast.CommClause) bool {
	ctx := world.DoneOf(r, clause)
	return ctx != nil && world.EndsOf(r.U, ctx)&knowledge.Elapsed != 0
}

// ofAtom says what a part of a leaving condition bounds.
func (bd *bounding) ofAtom(e ast.Expr) knowledge.Bound {
	r, failing := bd.r, bd.failing
	switch {
	case IsCancelAtom(r, e):
		bd.deadline = bd.deadline || world.HasDeadline(r, e)
		return world.CancelBound(r, e)
	case world.IsClockAtom(r, e):
		return knowledge.Elapsed
	case world.IsCounterAtom(r, e):
		b := knowledge.Attempts
		if world.AsksError(r, e) {
			b |= knowledge.ErrorClass
		}
		return b
	case world.IsNilTest(r, e):
		return bd.ofNilTest(e)
	case world.AsksError(r, e):
		if c, ok := e.(*ast.CallExpr); ok {
			for _, a := range c.Args {
				if summary.IsContext(r.U.M.Info.TypeOf(a)) {
					return knowledge.ErrorClass | knowledge.Ctx
				}
			}
		}
		return knowledge.ErrorClass
	case isFlag(r, e):
		return bd.ofFlag(e)
	}
	if c, ok := e.(*ast.CallExpr); ok && knowledge.Ending(summary.LastName(c.Fun)) && len(c.Args) == 0 {
		return knowledge.Stop
	}
	if c, ok := e.(*ast.CallExpr); ok && !failing[c] && world.AsksState(r, c) {
		bd.otherwise = true
	}
	if c, ok := e.(*ast.CallExpr); ok {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Load" && knowledge.Ending(summary.LastName(sel.X)) {
			return knowledge.Stop
		}
	}
	if b, ok := e.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		for _, side := range [...]ast.Expr{b.X, b.Y} {
			// A method without arguments tells in what state something is.
			if c, ok := world.CallOf(side); ok && len(c.Args) == 0 && !failing[c] && world.AsksState(r, c) && r.U.M.Sums.OfCall(c).Place != knowledge.Remote {
				bd.otherwise = true
			}
		}
	}
	if b, ok := e.(*ast.BinaryExpr); ok && (isStopState(r, b.X) || isStopState(r, b.Y) || asksShared(r, b.X) || asksShared(r, b.Y)) {
		return knowledge.Stop
	}
	if b, ok := e.(*ast.BinaryExpr); ok && (IsStatusExpr(b.X) || IsStatusExpr(b.Y)) && fromAttempt(r, e, failing) && !outlasts(r, failing) {
		return knowledge.ErrorClass
	}
	return 0
}

// outlasts reports whether the region goes on for as long as a server is down:
// errors lead to the next round, and so does one of the statuses of such a server,
// whatever is asked of it. Then what the region asks of statuses bounds nothing.
func outlasts(r *flow.Region, failing map[*ast.CallExpr]bool) bool {
	for c := range failing {
		p, ok := world.PlacedCall(r, c)
		if !ok || !world.TellsStatus(r.U.M, c) {
			continue
		}
		if !world.Run(r, world.AllGoodBut(r, c, world.Failure), world.At(r, p)).Back {
			return false
		}
		return slices.ContainsFunc(world.Down[:], func(status int64) bool {
			return answeredBack(r, p, world.AllGoodBut(r, c, world.Refused), status)
		})
	}
	return false
}

// asksShared reports whether an operand is what an atomic variable holds that some
// function of the package stores to: another goroutine may end the loop by it.
func asksShared(r *flow.Region, e ast.Expr) bool {
	m := r.U.M
	c, ok := world.CallOf(e)
	if !ok {
		return false
	}
	obj, op := sharedOf(m, c)
	if obj == nil || op != "Load" {
		return false
	}
	known := flow.Notes[stored](m)
	if known.by == nil {
		known.by = map[types.Object]bool{}
		for _, file := range m.Pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					if obj, op := sharedOf(m, c); op == "Store" || op == "Swap" || op == "CompareAndSwap" {
						known.by[obj] = true
					}
				}
				return true
			})
		}
	}
	return known.by[obj]
}

// sharedOf is the variable that a call reads or writes atomically, by a method or by a
// function of sync/atomic, and what it does with it; nil for other calls.
func sharedOf(m *flow.Package, c *ast.CallExpr) (types.Object, string) {
	if x, op := world.AtomicOp(m, c); x != nil {
		return m.Object(x), op
	}
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "sync/atomic" || len(c.Args) == 0 {
		return nil, ""
	}
	at, ok := ast.Unparen(c.Args[0]).(*ast.UnaryExpr)
	if !ok || at.Op != token.AND {
		return nil, ""
	}
	for _, op := range [...]string{"Load", "Store", "Swap", "CompareAndSwap", "Add"} {
		if strings.HasPrefix(fn.Name(), op) {
			return m.Object(at.X), op
		}
	}
	return nil, ""
}

// stored holds the atomic variables and fields that functions of the package set.
type stored struct{ by map[types.Object]bool }

// isStopState reports whether an operand is a constant whose name says that
// something stops, as of a state that is compared.
func isStopState(r *flow.Region, e ast.Expr) bool {
	c, ok := r.U.M.Object(e).(*types.Const)
	return ok && knowledge.Ending(c.Name())
}

// IsStatusExpr reports whether an expression is the status of a response.
func IsStatusExpr(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return IsStatusExpr(e.X)
	default:
		return knowledge.NamesStatus(summary.LastName(e))
	}
}

// ofFlag says what a boolean bounds that ends the region: a stop flag, or
// what the attempt says of its own error.
func (bd *bounding) ofFlag(e ast.Expr) knowledge.Bound {
	r := bd.r
	name := summary.LastName(e)
	obj, _ := r.U.M.Object(e).(*types.Var)
	if obj == nil {
		return 0
	}
	if obj.IsField() || !world.Assigned(r, obj) {
		if knowledge.Ending(name) {
			return knowledge.Stop
		}
		return 0
	}
	if bd.flags[obj] {
		return 0 // a flag that is set under a condition on itself
	}
	bd.flags[obj] = true
	defer delete(bd.flags, obj)
	var bound knowledge.Bound
	for _, d := range r.U.Definitions()[obj] {
		if d.Rhs == nil || !r.Contains(d.Node) {
			continue
		}
		if c, ok := world.CallOf(d.Rhs); ok {
			if bd.failing[c] || world.AsksError(r, c) {
				bound |= knowledge.ErrorClass
			} else if d.Multi && world.AsksState(r, c) {
				bd.otherwise = true // as what a back-off says beside its delay
			}
			continue
		}
		if u, ok := ast.Unparen(d.Rhs).(*ast.UnaryExpr); ok && u.Op == token.ARROW && d.Multi {
			bound |= knowledge.Stop // whether the channel is closed
			continue
		}
		if t, ok := ast.Unparen(d.Rhs).(*ast.TypeAssertExpr); ok && summary.IsError(r.U.M.Info.TypeOf(t.X)) {
			bound |= knowledge.ErrorClass
		}
		if !d.Multi {
			if _, isConst := r.U.M.Info.Types[d.Rhs]; isConst && r.U.M.Info.Types[d.Rhs].Value != nil {
				bound |= bd.guards(d.Node)
				continue
			}
			if f, ok := r.U.M.Object(d.Rhs).(*types.Var); ok && f.IsField() && knowledge.Ending(f.Name()) {
				bound |= knowledge.Stop
			}
		}
	}
	return bound
}

// guards says what the conditions around a statement bound, up to the region:
// cancelled = true under if isCanceled(err).
func (bd *bounding) guards(n ast.Node) knowledge.Bound {
	r := bd.r
	var bound knowledge.Bound
	ast.Inspect(r.Node, func(m ast.Node) bool {
		s, ok := m.(*ast.IfStmt)
		if ok && flow.Within(n, s.Body) {
			for _, a := range world.Atoms(s.Cond) {
				if !world.IsNilTest(r, a) {
					bound |= bd.ofAtom(a)
				}
			}
		}
		return true
	})
	return bound
}

// IsCancelAtom reports whether an atom asks a context, or an error for being a
// context's.
func IsCancelAtom(r *flow.Region, e ast.Expr) bool { return world.CancelBound(r, e) != 0 }

// chanElem is the element type of a channel type.
func chanElem(t types.Type) (types.Type, bool) {
	c, ok := summary.TypeUnder[*types.Chan](t)
	if !ok {
		return nil, false
	}
	return c.Elem(), true
}
