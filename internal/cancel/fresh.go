package cancel

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

// Fresh is a deadline that ends a site, but is made anew each round.
type Fresh struct {
	Made  *ast.CallExpr // what makes it: context.WithTimeout, time.Now, time.After
	Ends  ast.Node      // the condition or case by which it ends the site
	Total ast.Expr      // how long it is, nil where that is not in sight
}

// freshDeadline is the deadline that starts anew each round, where nothing but
// such deadlines ends the site; nil else.
func freshDeadline(s *site.Site) *Fresh {
	r := s.Region
	if r == nil {
		r = s.Rounds
	}
	if r == nil || s.Otherwise || s.Bound == 0 || s.Bound&^(knowledge.Elapsed|knowledge.Ctx) != 0 || !s.Kind.Again() && s.Kind != site.Poll {
		return nil
	}
	failing := map[*ast.CallExpr]bool{}
	for _, a := range s.Attempts {
		failing[a.Call] = true
	}
	in := world.Run(r, func(c *ast.CallExpr) world.Outcome {
		if failing[c] {
			return world.Free
		}
		return world.Success
	}, world.Options{})
	if in.Exhausted() {
		return nil
	}
	in.Reached[r.Head] = true
	leads := r.Leads()
	var first *Fresh
	for _, b := range r.Order {
		if !in.Reached[b] || s.BoundAt(r, b, failing) == 0 {
			continue
		}
		f := freshAt(r, s, b, leads)
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
func freshAt(r *flow.Region, s *site.Site, b *cfg.Block, leads map[*cfg.Block]bool) *Fresh {
	if b.Succs[0].Kind == cfg.KindSelectCaseBody {
		clause, ok := b.Succs[0].Stmt.(*ast.CommClause)
		if !ok {
			return nil
		}
		ch := summary.ReceivedFrom(clause)
		if ctx := r.U.M.Sums.IsDone(ch); ctx != nil {
			return freshContext(r, ctx, clause.Comm)
		}
		return freshTimer(r, ch, clause.Comm)
	}
	cond, tag := world.Condition(r.U, b)
	if cond == nil || tag != nil || !world.Exits(r, b.Succs[0], leads) {
		return nil
	}
	var found *Fresh
	for _, atom := range world.Atoms(cond) {
		switch {
		case world.IsNilTest(r, atom) && site.ComparesError(r, atom):
			f := freshErr(r, atom)
			if f == nil && site.IsCancelAtom(r, atom) {
				return nil
			}
			if f != nil {
				found = f
			}
		case site.IsCancelAtom(r, atom), world.IsClockAtom(r, atom):
			f := freshAsked(r, s, atom)
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
func freshErr(r *flow.Region, atom ast.Expr) *Fresh {
	b := atom.(*ast.BinaryExpr)
	for _, side := range [...]ast.Expr{b.X, b.Y} {
		if d, ok := world.Origin(r, side); ok {
			side = d.Rhs
		}
		if c, ok := world.CallOf(side); ok && b.Op == token.NEQ && world.IsContextErr(r.U.M, c) && len(c.Args) == 0 {
			return freshContext(r, c.Fun.(*ast.SelectorExpr).X, atom)
		}
	}
	return nil
}

// freshAsked looks at a question to the clock, or to an error for being that of
// an ended context.
func freshAsked(r *flow.Region, s *site.Site, atom ast.Expr) *Fresh {
	m := r.U.M
	if world.IsClockAtom(r, atom) {
		return freshClock(r, atom)
	}
	c, ok := atom.(*ast.CallExpr)
	if !ok || len(c.Args) != 2 {
		return nil
	}
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || !strings.HasSuffix(fn.Pkg().Path(), "errors") || fn.Name() != "Is" || summary.LastName(c.Args[1]) != "DeadlineExceeded" {
		return nil
	}
	var found *Fresh
	for _, a := range s.Attempts {
		if a.Ctx == nil {
			return nil
		}
		if found = freshContext(r, a.Ctx, atom); found == nil {
			return nil
		}
	}
	return found
}

// freshContext is the timeout of a context that a round makes and that nothing
// else can cancel.
func freshContext(r *flow.Region, ctx ast.Expr, ends ast.Node) *Fresh {
	v, ok := r.U.M.Object(ctx).(*types.Var)
	if !ok || v.IsField() || !r.Inside(v.Pos()) || rootOf(r.U, ctx, map[types.Object]bool{}) == nil {
		return nil
	}
	c := world.OnlyCall(r, v)
	if c == nil || len(c.Args) < 2 {
		return nil
	}
	fn := r.U.M.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" || !strings.HasPrefix(fn.Name(), "WithTimeout") {
		return nil
	}
	return &Fresh{Made: c, Ends: ends, Total: c.Args[1]}
}

// freshTimer is the time of a timer that a round makes before it selects.
func freshTimer(r *flow.Region, ch ast.Expr, ends ast.Node) *Fresh {
	m := r.U.M
	if t, ok := site.TimerOf(ch); ok {
		ch = t.X
	}
	v, ok := m.Object(ch).(*types.Var)
	if !ok || v.IsField() || !r.Inside(v.Pos()) {
		return nil
	}
	c := world.OnlyCall(r, v)
	if c == nil || !world.IsTimeFunc(m.Sums.Callee(c), "NewTimer", "After") {
		return nil
	}
	return &Fresh{Made: c, Ends: ends, Total: c.Args[0]}
}

// freshClock is a time of this round that a condition compares with the clock:
// time.Now().After(deadline), time.Since(start) > total.
func freshClock(r *flow.Region, atom ast.Expr) *Fresh {
	m := r.U.M
	switch e := atom.(type) {
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		if !ok || len(e.Args) != 1 {
			return nil
		}
		now, ok := world.CallOf(sel.X)
		if ok && sel.Sel.Name == "After" && world.IsTimeFunc(m.Sums.Callee(now), "Now") {
			return freshTime(r, e.Args[0], atom, nil)
		}
	case *ast.BinaryExpr:
		if e.Op != token.GTR && e.Op != token.GEQ {
			return nil
		}
		since, ok := world.CallOf(e.X)
		if !ok || len(since.Args) != 1 {
			return nil
		}
		if world.IsTimeFunc(m.Sums.Callee(since), "Since") {
			return freshTime(r, since.Args[0], atom, e.Y)
		}
		if sel, ok := since.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Sub" {
			if now, ok := world.CallOf(sel.X); ok && world.IsTimeFunc(m.Sums.Callee(now), "Now") {
				return freshTime(r, since.Args[0], atom, e.Y)
			}
		}
	}
	return nil
}

// freshTime is a point of time that a round takes from the clock.
func freshTime(r *flow.Region, e ast.Expr, ends ast.Node, total ast.Expr) *Fresh {
	m := r.U.M
	v, ok := m.Object(e).(*types.Var)
	if !ok || v.IsField() || !r.Inside(v.Pos()) {
		return nil
	}
	c := world.OnlyCall(r, v)
	if c == nil {
		return nil
	}
	if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Add" && len(c.Args) == 1 {
		now, ok := world.CallOf(sel.X)
		if ok && world.IsTimeFunc(m.Sums.Callee(now), "Now") {
			return &Fresh{Made: c, Ends: ends, Total: c.Args[0]}
		}
	}
	if world.IsTimeFunc(m.Sums.Callee(c), "Now") && total != nil {
		return &Fresh{Made: c, Ends: ends, Total: total}
	}
	return nil
}
