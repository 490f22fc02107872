package outcome

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
	"github.com/retryvet/retryvet/internal/syntax"
	"github.com/retryvet/retryvet/internal/world"
)

// swallows says where a function that a retrier calls returns nil although its
// attempt failed, so that neither the retrier nor its caller learn of it.
func swallows(m *flow.Package, s *site.Site) *Lost {
	if s.Known == nil || s.Op == nil {
		return nil
	}
	u := operation(m, s)
	switch {
	case u == nil:
		return nil
	case s.Known.Poll:
		return forgets(u, s)
	case !site.OnlyError(signature(u)):
		return nil
	}
	if l := inverted(u); l != nil {
		return l
	}
	for _, c := range failingCalls(u) {
		if l := swallowed(u, c); l != nil {
			return l
		}
	}
	return neverFails(u)
}

// neverFails finds the failure that a body deals with although it gives back nil
// whatever happens, so that it is never tried again: to log it is not to tell of it.
func neverFails(u *flow.Unit) *Lost {
	var at *ast.ReturnStmt
	tells := false
	world.WalkNode(u.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			tells = tells || len(ret.Results) != 1 || !u.M.Info.Types[ret.Results[0]].IsNil()
			at = ret
		}
		return !tells
	})
	if tells || at == nil {
		return nil
	}
	r := world.Whole(u.M, u)
	for _, c := range failingCalls(u) {
		if r == nil || !world.Entry(u, c).Place.Leaves() {
			continue
		}
		if v, inline := errorOf(r, c); inline || v != nil && declaredIn(u.Node, v) {
			return &Lost{How: LostSwallowed, At: at, Err: c, Var: v}
		}
	}
	return nil
}

// operation is the body of what a retrier is given: a literal, or a function of
// this package.
func operation(m *flow.Package, s *site.Site) *flow.Unit {
	u := s.Unit
	if lit := world.Literal(u, s.Op); lit != nil {
		return u.Literal(lit)
	}
	return nil
}

// failingCalls lists the calls of a body that give back an error.
func failingCalls(u *flow.Unit) []*ast.CallExpr {
	var out []*ast.CallExpr
	world.WalkNode(u.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			if sig, ok := world.Signature(u.M, n); ok && world.Signals(u.M, n) && summary.FailsBy(sig) == summary.ByError {
				out = append(out, n)
			}
		}
		return true
	})
	return out
}

// inverted finds a question such as IgnoreNotFound(err) != nil, which holds for
// every error but the one to ignore, where nil is returned.
func inverted(u *flow.Unit) *Lost {
	var out *Lost
	world.WalkNode(u.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || out != nil || len(s.Body.List) == 0 {
			return out == nil
		}
		b, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
		if !ok || b.Op != token.NEQ || !u.M.Info.Types[b.Y].IsNil() {
			return true
		}
		c, ok := world.CallOf(b.X)
		if !ok || !world.MakesError(u.M, c) || !strings.HasPrefix(summary.LastName(c.Fun), "Ignore") {
			return true
		}
		ret, ok := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt)
		if ok && len(ret.Results) == 1 && u.M.Info.Types[ret.Results[0]].IsNil() {
			out = &Lost{How: LostInverted, At: ret, Err: c}
		}
		return true
	})
	return out
}

// swallowed says whether a body returns nil wherever it goes after one of its
// calls failed, without a look at the error and without trying anything else.
func swallowed(u *flow.Unit, c *ast.CallExpr) *Lost {
	return dropped(u, c, LostSwallowed, func(end) bool { return true })
}

// forgets says where a condition that is asked again and again, for some time,
// says "not yet" because of an error that it tells nobody.
func forgets(u *flow.Unit, s *site.Site) *Lost {
	sig := signature(u)
	if !limited(s) || sig == nil || sig.Results().Len() != 2 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]) {
		return nil
	}
	for _, c := range failingCalls(u) {
		if asksThere(u.M, c) {
			continue
		}
		if l := dropped(u, c, LostForgotten, func(x end) bool { return saysNotYet(u, x) }); l != nil {
			return l
		}
	}
	return nil
}

// limited reports whether a site gives up by itself, or in a function that cannot
// tell its caller that a context ended it.
func limited(s *site.Site) bool {
	if s.Bound&(knowledge.Attempts|knowledge.Elapsed) != 0 {
		return true
	}
	sig := signature(s.Unit)
	return s.Bound&knowledge.Ctx != 0 && sig != nil && sig.Results().Len() == 0
}

// saysNotYet reports whether a function ends with false beside its error, or
// with the answer that there was none.
func saysNotYet(u *flow.Unit, x end) bool {
	if len(x.ret.Results) != 2 {
		return false
	}
	if syntax.IsFalse(u.M.Info, x.ret.Results[0]) {
		return true
	}
	b, ok := ast.Unparen(x.ret.Results[0]).(*ast.BinaryExpr)
	return ok && b.Op == token.EQL && world.IsNilTest(world.RegionOf(u.M, u), b)
}

// dropped says whether a body returns a nil error wherever it goes after one of
// its calls failed, in the way asked for, without a look at the error and without
// trying anything else.
func dropped(u *flow.Unit, c *ast.CallExpr, how LostHow, ends func(end) bool) *Lost {
	u.Cfg()
	r := world.RegionOf(u.M, u)
	for _, b := range u.Graph.Blocks {
		r.Order = append(r.Order, b)
	}
	in := &world.Interp{R: r, World: func(x *ast.CallExpr) world.Outcome {
		if x == c {
			return world.Failure
		}
		return world.Success
	}, Tracked: trackAll(u), Inner: map[*cfg.Block]int{}}
	x := &exit{blocks: map[*cfg.Block]bool{}}
	e := &ending{numbers: newNumbers(r, nil), in: in, r: r, attempt: c, tries: map[*ast.CallExpr]bool{c: true}, seen: map[string]bool{}, exits: []*exit{x}}
	m := moment{block: u.Graph.Blocks[0], env: in.Start(), nums: e.start(), inside: true, exit: x}
	if !e.walk([]moment{m}) {
		return nil
	}
	var at ast.Node
	for _, end := range x.ends {
		switch {
		case !end.tried:
		case end.ret == nil || end.value != world.IsNil || end.other || !ends(end):
			return nil
		case at == nil:
			at = end.ret
		}
	}
	v, inline := errorOf(r, c)
	if at == nil || v == nil && !inline || v != nil && !v.IsField() && looksAt(r, v, x.blocks) {
		return nil
	}
	if v != nil && !declaredIn(u.Node, v) {
		return nil // somebody outside may look at it
	}
	return &Lost{How: how, At: at, Err: c, Var: v}
}

// declaredIn reports whether a variable is declared in a function.
func declaredIn(fn ast.Node, v types.Object) bool { return fn.Pos() <= v.Pos() && v.Pos() < fn.End() }
