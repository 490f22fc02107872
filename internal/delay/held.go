package delay

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// judge says of each term that was found whether something holds it. A term that
// several ways lead to is held if it is on one of them.
func (t *tracer) judge() []*Growth {
	var out []*Growth
	byNode := map[ast.Node]*Growth{}
	for _, g := range t.found {
		if t.budget < 0 {
			g.clamped = true
		}
		t.hold(g)
		if first := byNode[g.Node]; first != nil {
			first.Held, first.Late = first.Held || g.Held, first.Late && g.Late
			continue
		}
		byNode[g.Node] = g
		out = append(out, g)
	}
	return out
}

// guards is what the comparisons of a delay's variables say.
type guards struct {
	cap    bool // the delay is compared with a maximum
	own    bool // so is the variable itself that is multiplied, or a value in floating point
	signed bool // the delay is compared with a minimum
}

// hold looks for what keeps a term from growing for ever.
func (t *tracer) hold(g *Growth) {
	var all guards
	for _, f := range t.frames {
		t.compare(f, g, &all)
	}
	for v := range g.carriers {
		if t.limited[v] {
			all.cap = true
			all.own = all.own || v == types.Object(g.acc) || isFloat(v.Type())
		}
		if world.Outlives(t.m, v.(*types.Var)) && fields(t.m).Compared[v] {
			all.cap, all.own = true, true
		}
	}
	for v := range g.steps {
		if world.Outlives(t.m, v.(*types.Var)) && fields(t.m).Compared[v] {
			g.clamped = true
		}
	}
	g.Held = g.clamped || g.inside || g.outside || all.cap
	safe := g.clamped || g.inside || all.own || all.signed
	g.Late = g.Held && !safe
}

// compare looks at the comparisons of one function.
func (t *tracer) compare(f *frame, g *Growth, all *guards) {
	home := t.site != nil && f.caller == nil
	asked := map[ast.Expr]bool{}
	ast.Inspect(f.r.U.Body, func(n ast.Node) bool {
		if home && n != nil && !f.r.Contains(n) && !coversRegion(n, f.r) {
			return false
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			for _, a := range world.Atoms(n.Cond) {
				asked[a] = true
				t.atom(f, a, n, g, all, home)
			}
		case *ast.BinaryExpr: // a case of a switch, a flag: what it decides is not known
			if world.IsOrder(n.Op) && !asked[n] {
				if world.UsesAny(t.m, n, g.carriers) {
					all.cap, all.own = true, true
				}
				g.clamped = g.clamped || world.UsesAny(t.m, n, g.steps)
			}
		case *ast.SwitchStmt:
			if n.Tag != nil && world.UsesAny(t.m, n.Tag, g.steps) {
				g.clamped = true
			}
		case *ast.CallExpr:
			// What bits.Len or the like is asked of a counter, it is asked to
			// find out how far it may go.
			if fn := t.m.Sums.Callee(n); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math/bits" {
				g.clamped = true
			}
			for i, a := range n.Args {
				if v := t.m.Object(a); v != nil && g.steps[v] && t.asks(n, i) {
					g.clamped = true
				}
			}
		case *ast.ForStmt:
			if n.Cond != nil {
				for _, a := range world.Atoms(n.Cond) {
					asked[a] = true
					if b, ok := a.(*ast.BinaryExpr); ok && world.IsOrder(b.Op) && world.UsesAny(t.m, b, g.carriers) && !world.UsesAny(t.m, b, g.steps) {
						all.cap, all.own = true, true // for delay := first; delay < most; delay *= 2
					}
				}
			}
		}
		return true
	})
}

// coversRegion reports whether a node stands around a region.
func coversRegion(n ast.Node, r *flow.Region) bool { return n.Pos() <= r.From && r.From < n.End() }

// atom looks at one comparison of an if statement.
func (t *tracer) atom(f *frame, a ast.Expr, s *ast.IfStmt, g *Growth, all *guards, home bool) {
	b, ok := a.(*ast.BinaryExpr)
	if !ok {
		return
	}
	onDelay, onSteps := world.UsesAny(t.m, b, g.carriers), world.UsesAny(t.m, b, g.steps)
	if !world.IsOrder(b.Op) {
		if onDelay && (b.Op == token.NEQ || b.Op == token.EQL) {
			all.signed = true
		}
		return
	}
	if site.IsZero(t.m, b.X) || site.IsZero(t.m, b.Y) {
		all.signed = all.signed || onDelay
		return
	}
	// less is set where the comparison asks whether the variable is the smaller.
	vars := g.carriers
	if !onDelay {
		vars = g.steps
	}
	less := (b.Op == token.LSS || b.Op == token.LEQ) == world.UsesAny(t.m, b.X, vars)
	inBody := flow.Within(g.Node, s.Body)
	if onDelay {
		if less && !inBody && t.assigns(s.Body, g.carriers) && s.Else == nil {
			all.signed = true // a minimum
			return
		}
		all.signed = all.signed || less
		if !inBody && !t.acts(s) {
			return // it only tells of a long delay
		}
		all.cap = true
		for v := range g.carriers {
			if world.Mentions(f.r, b, v) && (v == types.Object(g.acc) || isFloat(v.Type())) {
				all.own = true
			}
		}
		return
	}
	if !onSteps {
		return
	}
	switch {
	case less && (inBody && !home || t.counts(s.Body, g.steps)):
		g.clamped = true
	case less && inBody && !t.waitsIn(s.Body):
		g.clamped = true
	case !less && (t.assigns(s, g.steps) || t.assigns(s, g.carriers)):
		if !inBody || s.Else != nil {
			g.clamped = true
		}
	case !less && !home && hasReturn(s.Body) && !inBody:
		g.clamped = true
	}
}

// acts reports whether an if statement has a say in a delay: it sets a variable,
// leaves, or decides what is run else.
func (t *tracer) acts(s *ast.IfStmt) bool {
	found := s.Else != nil
	ast.Inspect(s.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt, *ast.IncDecStmt, *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		case *ast.CallExpr:
			found = found || summary.LastName(n.Fun) == "panic" || t.m.Sums.OfCall(n).Wait != nil
		}
		return !found
	})
	return found
}

// kept is the one of several variables, which are computed from each other, that
// outlives the round.
func (t *tracer) kept(f *frame, cycle []link) *types.Var {
	for _, l := range cycle {
		if !world.Declares(f.r, l.obj) {
			return l.obj
		}
	}
	return cycle[0].obj
}

// asks reports whether a function of the package compares what it is given with
// something: it may end the attempts by that.
func (t *tracer) asks(c *ast.CallExpr, i int) bool {
	fn := t.m.Sums.Callee(c)
	decl := t.m.Sums.Decl(fn)
	if decl == nil || i >= fn.Signature().Params().Len() {
		return false
	}
	for _, f := range t.frames {
		if f.r.U.Node == decl {
			return false // looked at by itself
		}
	}
	param := map[types.Object]bool{fn.Signature().Params().At(i): true}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && world.IsOrder(b.Op) {
			found = found || world.UsesAny(t.m, b, param)
		}
		return !found
	})
	return found
}

// assigns reports whether a statement sets one of the variables.
func (t *tracer) assigns(n ast.Node, vars map[types.Object]bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				found = found || vars[t.m.Object(l)]
			}
		}
		return !found
	})
	return found
}

// counts reports whether a statement counts one of the variables up.
func (t *tracer) counts(n ast.Node, vars map[types.Object]bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			found = found || vars[t.m.Object(n.X)]
		case *ast.AssignStmt:
			found = found || n.Tok == token.ADD_ASSIGN && vars[t.m.Object(n.Lhs[0])]
		}
		return !found
	})
	return found
}

// waitsIn reports whether the site's wait stands in a statement.
func (t *tracer) waitsIn(n ast.Node) bool {
	w := t.site.Wait
	return w != nil && flow.Within(w.Node, n)
}

func hasReturn(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if _, ok := n.(*ast.ReturnStmt); ok {
			found = true
		}
		return !found
	})
	return found
}
