package site

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/summary"
)

// Leak is a response whose body is left open on a way to the next attempt.
type Leak struct {
	Call     *ast.CallExpr // gave back the response
	Response *types.Var
	// Exit is where the attempt is left: a return of the function that the
	// attempt runs; nil in a loop.
	Exit *ast.ReturnStmt
}

// leaks finds the responses that a site leaves open.
func (m *Package) leaks(s *Site, rounds []round) {
	for _, f := range rounds {
		for _, a := range f.r.responses() {
			if a.resp == nil || !m.opens(a.call, 0) || f.r.u.asksHead(a.call) {
				continue
			}
			if exit, found := f.leaves(a); found {
				s.exchange.Leaks = append(s.exchange.Leaks, Leak{Call: a.call, Response: a.resp, Exit: exit})
			}
		}
	}
}

// asksHead reports whether a call sends a HEAD request, whose answer has no
// body.
func (u *unit) asksHead(c *ast.CallExpr) bool {
	for _, arg := range c.Args {
		if summary.IsNamed(u.m.info.TypeOf(arg), "net/http", "Request") && u.m.requestMethod(u, arg) == "HEAD" {
			return true
		}
	}
	return false
}

// leaves reports whether there is a way from an answer to the next attempt on
// which nothing closes the response or hands it on, and where that way leaves
// the function.
func (f round) leaves(a answer) (*ast.ReturnStmt, bool) {
	r := f.r
	settled := r.settling(a.resp)
	start := r.u.graph.Blocks[a.block]
	for _, n := range start.Nodes[a.node+1:] {
		if r.settles(n, a.resp) {
			return nil, false
		}
	}
	if !f.loop && !r.inside(a.resp.Pos()) && r.settledBefore(a) {
		return nil, false
	}
	for _, answered := range [...]outcome{success, refused} {
		for _, others := range f.othersDo() {
			w := func(c *ast.CallExpr) outcome {
				if c == a.call {
					return answered
				}
				return others
			}
			if exit, found := f.walk(start, a, w, settled); found {
				return exit, true
			}
		}
	}
	return nil, false
}

// othersDo lists what the other calls of a round may do. In a loop anything: all
// ways out are followed. A function's return is only judged where its error is
// known, so all others go well, or all fail.
func (f round) othersDo() []outcome {
	if f.loop {
		return []outcome{free}
	}
	return []outcome{success, failure}
}

// walk follows the ways from an answer on that pass no block which settles the
// response.
func (f round) walk(start *cfg.Block, a answer, w world, settled map[*cfg.Block]bool) (exit *ast.ReturnStmt, found bool) {
	r := f.r
	in := r.interp(w)
	in.cut = func(b *cfg.Block) bool {
		if b == start && f.loop {
			found = true // the call itself, once more
			return true
		}
		if settled[b] {
			return true
		}
		if f.next != nil && holds(b, f.next) {
			found = true
		}
		return found
	}
	if !f.loop && f.next == nil {
		in.ended = func(ret *ast.ReturnStmt, env []value) {
			if exit == nil && f.fails(in, ret, env) {
				exit, found = ret, true
			}
		}
	}
	in.walk(in.step(state{block: start, env: in.start()}, a.node, start == r.head && a.node == 0))
	if f.loop && in.back && !(settled[r.head] && r.head != start) {
		found = true
	}
	return exit, found && r.steps <= maxSteps
}

// settling marks the blocks of a region that close a response or hand it on.
func (r *region) settling(v *types.Var) map[*cfg.Block]bool {
	out := map[*cfg.Block]bool{}
	for _, b := range r.order {
		for _, n := range b.Nodes {
			if r.settles(n, v) {
				out[b] = true
				break
			}
		}
	}
	return out
}

// settles reports whether a node closes a response or hands it on.
func (r *region) settles(n ast.Node, v *types.Var) bool {
	u := r.u.m.usesOf(n, v, 0)
	return u.closes || u.escapes
}

// Settles reports whether a node closes a response, hands it on, or keeps it.
func (m *Package) Settles(n ast.Node, v *types.Var) bool {
	m.asking.Lock()
	defer m.asking.Unlock()
	u := m.usesOf(n, v, 0)
	return u.closes || u.escapes
}

// settledBefore reports whether a function closes what its last call left in a
// variable of the function around it, before it makes another attempt.
func (r *region) settledBefore(a answer) bool {
	for _, b := range r.order {
		for _, n := range b.Nodes {
			if n.End() <= a.call.Pos() && r.settles(n, a.resp) {
				return true
			}
		}
	}
	return false
}

// fails reports whether a function says by a return that the attempt failed, so
// that it is made again.
func (f round) fails(in *interp, ret *ast.ReturnStmt, env []value) bool {
	m := f.r.u.m
	results := f.r.u.typ.Results
	if results == nil {
		return false
	}
	exprs := ret.Results
	if len(exprs) == 0 {
		for _, field := range results.List {
			for _, name := range field.Names {
				exprs = append(exprs, name)
			}
		}
	}
	if len(exprs) == 0 || len(exprs) < results.NumFields() {
		return f.asksForMore(in, exprs, env) // gives on what another call gives back
	}
	last := ast.Unparen(exprs[len(exprs)-1])
	if t := m.info.TypeOf(last); t == nil || !m.info.Types[last].IsNil() && !isErrorType(t) {
		return false
	}
	failed := in.eval(last, env) == notNil
	if lit, ok := last.(*ast.CompositeLit); ok && lit != nil {
		failed = true
	}
	if c, ok := last.(*ast.CallExpr); ok && finalError(c) {
		return false
	}
	if len(exprs) == 1 {
		return failed
	}
	if b, ok := summary.TypeUnder[*types.Basic](m.info.TypeOf(exprs[0])); ok && b.Info()&types.IsBoolean != 0 {
		no := in.truth(exprs[0], env) == isFalse
		if f.again {
			return no && in.eval(last, env) == isNil
		}
		return failed && !no // (false, err) may mean that there is no use
	}
	return failed
}

// asksForMore reports whether a return gives on what a function of this package
// says of a response, and that is, first of all, to come back.
func (f round) asksForMore(in *interp, exprs []ast.Expr, env []value) bool {
	if len(exprs) != 1 || in.status == 0 || f.again {
		return false
	}
	c, ok := callOf(exprs[0])
	if !ok || !f.r.u.m.answersFirst(c) {
		return false
	}
	v, ok := in.judged(c, env)
	return ok && v != isFalse
}

// answersFirst reports whether the first result of a call is a boolean.
func (m *Package) answersFirst(c *ast.CallExpr) bool {
	sig, ok := m.signature(c)
	if !ok || sig.Results().Len() == 0 {
		return false
	}
	b, ok := summary.TypeUnder[*types.Basic](sig.Results().At(0).Type())
	return ok && b.Info()&types.IsBoolean != 0
}

// finalError reports whether a call marks an error as one that no further
// attempt heals.
func finalError(c *ast.CallExpr) bool {
	switch summary.LastName(c.Fun) {
	case "Permanent", "Unrecoverable", "NonRetryableError", "NonRetryable":
		return true
	}
	return false
}
