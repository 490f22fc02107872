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

// swallows says where a function that a retrier calls returns nil although its
// attempt failed, so that neither the retrier nor its caller learn of it.
func (m *Package) swallows(s *Site) *Lost {
	if s.retrier == nil || s.op == nil {
		return nil
	}
	u := m.operation(s)
	switch {
	case u == nil:
		return nil
	case s.retrier.Poll:
		return u.forgets(s)
	case !onlyError(u.signature()):
		return nil
	}
	if l := u.inverted(); l != nil {
		return l
	}
	for _, c := range u.failingCalls() {
		if l := u.swallowed(c); l != nil {
			return l
		}
	}
	return nil
}

// operation is the body of what a retrier is given: a literal, or a function of
// this package.
func (m *Package) operation(s *Site) *unit {
	u := s.unit
	if lit := u.literal(s.op); lit != nil {
		return &unit{m: m, file: u.file, root: u.root, fn: u.fn, name: u.name, node: lit, typ: lit.Type, body: lit.Body}
	}
	return nil
}

// failingCalls lists the calls of a body that give back an error.
func (u *unit) failingCalls() []*ast.CallExpr {
	var out []*ast.CallExpr
	walkNode(u.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			if sig, ok := u.m.signature(n); ok && u.m.signals(n) && summary.FailsBy(sig) == summary.ByError {
				out = append(out, n)
			}
		}
		return true
	})
	return out
}

// inverted finds a question such as IgnoreNotFound(err) != nil, which holds for
// every error but the one to ignore, where nil is returned.
func (u *unit) inverted() *Lost {
	var out *Lost
	walkNode(u.body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || out != nil || len(s.Body.List) == 0 {
			return out == nil
		}
		b, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
		if !ok || b.Op != token.NEQ || !u.m.info.Types[b.Y].IsNil() {
			return true
		}
		c, ok := callOf(b.X)
		if !ok || !u.m.makesError(c) || !strings.HasPrefix(summary.LastName(c.Fun), "Ignore") {
			return true
		}
		ret, ok := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt)
		if ok && len(ret.Results) == 1 && u.m.info.Types[ret.Results[0]].IsNil() {
			out = &Lost{How: LostInverted, At: ret, Err: c}
		}
		return true
	})
	return out
}

// swallowed says whether a body returns nil wherever it goes after one of its
// calls failed, without a look at the error and without trying anything else.
func (u *unit) swallowed(c *ast.CallExpr) *Lost {
	return u.dropped(c, LostSwallowed, func(end) bool { return true })
}

// forgets says where a condition that is asked again and again, for some time,
// says "not yet" because of an error that it tells nobody.
func (u *unit) forgets(s *Site) *Lost {
	sig := u.signature()
	if !s.limited() || sig == nil || sig.Results().Len() != 2 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]) {
		return nil
	}
	for _, c := range u.failingCalls() {
		if u.m.asksThere(c) {
			continue
		}
		if l := u.dropped(c, LostForgotten, u.saysNotYet); l != nil {
			return l
		}
	}
	return nil
}

// limited reports whether a site gives up by itself, or in a function that cannot
// tell its caller that a context ended it.
func (s *Site) limited() bool {
	if s.Bound&(knowledge.Attempts|knowledge.Elapsed) != 0 {
		return true
	}
	sig := s.unit.signature()
	return s.Bound&knowledge.Ctx != 0 && sig != nil && sig.Results().Len() == 0
}

// saysNotYet reports whether a function ends with false beside its error, or
// with the answer that there was none.
func (u *unit) saysNotYet(x end) bool {
	if len(x.ret.Results) != 2 {
		return false
	}
	if u.m.isFalse(x.ret.Results[0]) {
		return true
	}
	b, ok := ast.Unparen(x.ret.Results[0]).(*ast.BinaryExpr)
	return ok && b.Op == token.EQL && u.m.regionOf(u).isNilTest(b)
}

// dropped says whether a body returns a nil error wherever it goes after one of
// its calls failed, in the way asked for, without a look at the error and without
// trying anything else.
func (u *unit) dropped(c *ast.CallExpr, how LostHow, ends func(end) bool) *Lost {
	u.cfg()
	r := u.m.regionOf(u)
	for _, b := range u.graph.Blocks {
		r.order = append(r.order, b)
	}
	in := &interp{r: r, world: func(x *ast.CallExpr) outcome {
		if x == c {
			return failure
		}
		return success
	}, tracked: u.trackAll(), inner: map[*cfg.Block]int{}}
	x := &exit{blocks: map[*cfg.Block]bool{}}
	e := &ending{numbers: newNumbers(r), in: in, r: r, attempt: c, tries: map[*ast.CallExpr]bool{c: true}, seen: map[string]bool{}, exits: []*exit{x}}
	m := moment{block: u.graph.Blocks[0], env: in.start(), nums: e.start(), inside: true, exit: x}
	if !e.walk([]moment{m}) {
		return nil
	}
	var at ast.Node
	for _, end := range x.ends {
		switch {
		case !end.tried:
		case end.ret == nil || end.value != isNil || end.other || !ends(end):
			return nil
		case at == nil:
			at = end.ret
		}
	}
	v, inline := r.errorOf(c)
	if at == nil || v == nil && !inline || v != nil && !v.IsField() && r.looksAt(v, x.blocks) {
		return nil
	}
	if v != nil && !declaredIn(u.node, v) {
		return nil // somebody outside may look at it
	}
	return &Lost{How: how, At: at, Err: c, Var: v}
}

// declaredIn reports whether a variable is declared in a function.
func declaredIn(fn ast.Node, v types.Object) bool { return fn.Pos() <= v.Pos() && v.Pos() < fn.End() }
