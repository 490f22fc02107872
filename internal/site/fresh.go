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

// Fresh is a deadline that ends a site, but is made anew each round.
type Fresh struct {
	Made  *ast.CallExpr // what makes it: context.WithTimeout, time.Now, time.After
	Ends  ast.Node      // the condition or case by which it ends the site
	Total ast.Expr      // how long it is, nil where that is not in sight
}

// FreshDeadline is the deadline that starts anew each round, where nothing but
// such deadlines ends the site; nil else.
func (m *Package) FreshDeadline(s *Site) *Fresh {
	defer m.ask(s)()
	r := s.region
	if r == nil || s.Otherwise || s.Bound == 0 || s.Bound&^(knowledge.Elapsed|knowledge.Ctx) != 0 || !s.Kind.Again() && s.Kind != Poll {
		return nil
	}
	failing := map[*ast.CallExpr]bool{}
	for _, a := range s.Attempts {
		failing[a.Call] = true
	}
	in := r.run(func(c *ast.CallExpr) outcome {
		if failing[c] {
			return free
		}
		return success
	})
	if r.steps > maxSteps {
		return nil
	}
	in.reached[r.head] = true
	leads := r.leads()
	var first *Fresh
	for _, b := range r.order {
		if !in.reached[b] || r.boundAt(b, leads, failing) == 0 {
			continue
		}
		f := r.freshAt(s, b, leads)
		if f == nil {
			return nil
		}
		if first == nil {
			first = f
		}
	}
	return first
}

// freshAt is the deadline of this round that the branch at the end of a block
// asks, nil if it asks for something else too.
func (r *region) freshAt(s *Site, b *cfg.Block, leads map[*cfg.Block]bool) *Fresh {
	if b.Succs[0].Kind == cfg.KindSelectCaseBody {
		clause, ok := b.Succs[0].Stmt.(*ast.CommClause)
		if !ok {
			return nil
		}
		ch := summary.ReceivedFrom(clause)
		if ctx := r.u.m.sums.IsDone(ch); ctx != nil {
			return r.freshContext(ctx, clause.Comm)
		}
		return r.freshTimer(ch, clause.Comm)
	}
	cond, tag := r.u.condition(b)
	if cond == nil || tag != nil || !r.exits(b.Succs[0], leads) {
		return nil
	}
	var found *Fresh
	for _, atom := range atoms(cond) {
		switch {
		case r.isNilTest(atom) && r.comparesError(atom):
			f := r.freshErr(atom)
			if f == nil && r.isCancelAtom(atom) {
				return nil
			}
			if f != nil {
				found = f
			}
		case r.isCancelAtom(atom), r.isClockAtom(atom):
			f := r.freshAsked(s, atom)
			if f == nil {
				return nil
			}
			found = f
		default:
			return nil
		}
	}
	return found
}

// freshErr looks at ctx.Err() != nil, and at what was kept of ctx.Err().
func (r *region) freshErr(atom ast.Expr) *Fresh {
	b := atom.(*ast.BinaryExpr)
	for _, side := range [...]ast.Expr{b.X, b.Y} {
		if d, ok := r.origin(side); ok {
			side = d.rhs
		}
		if c, ok := callOf(side); ok && b.Op == token.NEQ && r.u.m.isContextErr(c) && len(c.Args) == 0 {
			return r.freshContext(c.Fun.(*ast.SelectorExpr).X, atom)
		}
	}
	return nil
}

// freshAsked looks at a question to the clock, or to an error for being that of
// an ended context.
func (r *region) freshAsked(s *Site, atom ast.Expr) *Fresh {
	m := r.u.m
	if r.isClockAtom(atom) {
		return r.freshClock(atom)
	}
	c, ok := atom.(*ast.CallExpr)
	if !ok || len(c.Args) != 2 {
		return nil
	}
	fn := m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || !strings.HasSuffix(fn.Pkg().Path(), "errors") || fn.Name() != "Is" || summary.LastName(c.Args[1]) != "DeadlineExceeded" {
		return nil
	}
	var found *Fresh
	for _, a := range s.Attempts {
		if a.Ctx == nil {
			return nil
		}
		if found = r.freshContext(a.Ctx, atom); found == nil {
			return nil
		}
	}
	return found
}

// freshContext is the timeout of a context that a round makes and that nothing
// else can cancel.
func (r *region) freshContext(ctx ast.Expr, ends ast.Node) *Fresh {
	v, ok := r.u.m.object(ctx).(*types.Var)
	if !ok || v.IsField() || !r.inside(v.Pos()) || r.u.rootOf(ctx, map[types.Object]bool{}) == nil {
		return nil
	}
	c := r.onlyCall(v)
	if c == nil || len(c.Args) < 2 {
		return nil
	}
	fn := r.u.m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" || !strings.HasPrefix(fn.Name(), "WithTimeout") {
		return nil
	}
	return &Fresh{Made: c, Ends: ends, Total: c.Args[1]}
}

// onlyCall is the call that gives a variable its only value.
func (r *region) onlyCall(v *types.Var) *ast.CallExpr {
	defs := r.u.definitions()[v]
	if len(defs) != 1 || !r.contains(defs[0].node) {
		return nil
	}
	c, _ := callOf(defs[0].rhs)
	return c
}

// freshTimer is the time of a timer that a round makes before it selects.
func (r *region) freshTimer(ch ast.Expr, ends ast.Node) *Fresh {
	m := r.u.m
	if t, ok := timerOf(ch); ok {
		ch = t.X
	}
	v, ok := m.object(ch).(*types.Var)
	if !ok || v.IsField() || !r.inside(v.Pos()) {
		return nil
	}
	c := r.onlyCall(v)
	if c == nil || !isTimeFunc(m.sums.Callee(c), "NewTimer", "After") {
		return nil
	}
	return &Fresh{Made: c, Ends: ends, Total: c.Args[0]}
}

// freshClock is a time of this round that a condition compares with the clock:
// time.Now().After(deadline), time.Since(start) > total.
func (r *region) freshClock(atom ast.Expr) *Fresh {
	m := r.u.m
	switch e := atom.(type) {
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		if !ok || len(e.Args) != 1 {
			return nil
		}
		now, ok := callOf(sel.X)
		if ok && sel.Sel.Name == "After" && isTimeFunc(m.sums.Callee(now), "Now") {
			return r.freshTime(e.Args[0], atom, nil)
		}
	case *ast.BinaryExpr:
		if e.Op != token.GTR && e.Op != token.GEQ {
			return nil
		}
		since, ok := callOf(e.X)
		if !ok || len(since.Args) != 1 {
			return nil
		}
		if isTimeFunc(m.sums.Callee(since), "Since") {
			return r.freshTime(since.Args[0], atom, e.Y)
		}
		if sel, ok := since.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Sub" {
			if now, ok := callOf(sel.X); ok && isTimeFunc(m.sums.Callee(now), "Now") {
				return r.freshTime(since.Args[0], atom, e.Y)
			}
		}
	}
	return nil
}

// freshTime is a point of time that a round takes from the clock.
func (r *region) freshTime(e ast.Expr, ends ast.Node, total ast.Expr) *Fresh {
	m := r.u.m
	v, ok := m.object(e).(*types.Var)
	if !ok || v.IsField() || !r.inside(v.Pos()) {
		return nil
	}
	c := r.onlyCall(v)
	if c == nil {
		return nil
	}
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Add" && len(c.Args) == 1 {
		now, ok := callOf(sel.X)
		if ok && isTimeFunc(m.sums.Callee(now), "Now") {
			return &Fresh{Made: c, Ends: ends, Total: c.Args[0]}
		}
	}
	if isTimeFunc(m.sums.Callee(c), "Now") && total != nil {
		return &Fresh{Made: c, Ends: ends, Total: total}
	}
	return nil
}
