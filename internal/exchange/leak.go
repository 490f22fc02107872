package exchange

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/request"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
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
func leaks(m *flow.Package, rounds []round) []Leak {
	var out []Leak
	for _, f := range rounds {
		for _, a := range responses(f.r) {
			if a.resp == nil || !opens(m, a.Call, 0) || asksHead(f.r.U, a.Call) {
				continue
			}
			if exit, found := f.leaves(a); found {
				out = append(out, Leak{Call: a.Call, Response: a.resp, Exit: exit})
			}
		}
	}
	return out
}

// asksHead reports whether a call sends a HEAD request, whose answer has no
// body.
func asksHead(u *flow.Unit, c *ast.CallExpr) bool {
	for _, arg := range c.Args {
		if summary.IsNamed(u.M.Info.TypeOf(arg), "net/http", "Request") && request.RequestMethod(u.M, u, arg) == "HEAD" {
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
	settled := settling(r, a.resp)
	start := r.U.Graph.Blocks[a.Block]
	for _, n := range start.Nodes[a.Node+1:] {
		if settles(r, n, a.resp) {
			return nil, false
		}
	}
	if !f.loop && !r.Inside(a.resp.Pos()) && settledBefore(r, a) {
		return nil, false
	}
	try := func(answered world.Outcome, status int64) (*ast.ReturnStmt, bool) {
		for _, others := range f.othersDo() {
			w := func(c *ast.CallExpr) world.Outcome {
				if c == a.Call {
					return answered
				}
				return others
			}
			if exit, found := f.walk(start, a, w, status, settled); found {
				return exit, true
			}
		}
		return nil, false
	}
	for _, answered := range [...]world.Outcome{world.Success, world.Refused} {
		if exit, found := try(answered, 0); found {
			return exit, true
		}
	}
	for _, status := range world.Retried { // a loop may make again one of these alone
		if exit, found := try(world.Refused, status); found {
			return exit, true
		}
	}
	return nil, false
}

// othersDo lists what the other calls of a round may do. In a loop anything: all
// ways out are followed. A function's return is only judged where its error is
// known, so all others go well, or all fail.
func (f round) othersDo() []world.Outcome {
	if f.loop {
		return []world.Outcome{world.Free}
	}
	return []world.Outcome{world.Success, world.Failure}
}

// walk follows the ways from an answer on that pass no block which settles the
// response. A status of 0 leaves open what a bad answer says.
func (f round) walk(start *cfg.Block, a answer, w world.World, status int64, settled map[*cfg.Block]bool) (exit *ast.ReturnStmt, found bool) {
	r := f.r
	o := world.At(r, a.Placed)
	o.Status = status
	o.Cut = func(b *cfg.Block) bool {
		if b == start && f.loop {
			found = true // the call itself, once more
			return true
		}
		if settled[b] {
			return true
		}
		if f.next != nil && flow.Holds(b, f.next) {
			found = true
		}
		return found
	}
	if !f.loop && f.next == nil {
		o.Ended = func(in *world.Interp, ret *ast.ReturnStmt, env []world.Value) {
			if exit == nil && f.fails(in, ret, env) {
				exit, found = ret, true
			}
		}
	}
	in := world.Run(r, w, o)
	if f.loop && in.Back && !(settled[r.Head] && r.Head != start) {
		found = true
	}
	return exit, found && !in.Exhausted() && (status == 0 || !in.Unsure)
}

// settling marks the blocks of a region that close a response or hand it on.
func settling(r *flow.Region, v *types.Var) map[*cfg.Block]bool {
	out := map[*cfg.Block]bool{}
	for _, b := range r.Order {
		for _, n := range b.Nodes {
			if settles(r, n, v) {
				out[b] = true
				break
			}
		}
	}
	return out
}

// settles reports whether a node closes a response or hands it on.
func settles(r *flow.Region, n ast.Node, v *types.Var) bool {
	u := usesOf(r.U.M, n, v, 0)
	return u.closes || u.escapes
}

// Settles reports whether a node closes a response, hands it on, or keeps it.
func Settles(m *flow.Package, n ast.Node, v *types.Var) bool {
	u := usesOf(m, n, v, 0)
	return u.closes || u.escapes
}

// settledBefore reports whether a function closes what its last call left in a
// variable of the function around it, before it makes another attempt.
func settledBefore(r *flow.Region, a answer) bool {
	for _, b := range r.Order {
		for _, n := range b.Nodes {
			if n.End() <= a.Call.Pos() && settles(r, n, a.resp) {
				return true
			}
		}
	}
	return false
}

// fails reports whether a function says by a return that the attempt failed, so
// that it is made again.
func (f round) fails(in *world.Interp, ret *ast.ReturnStmt, env []world.Value) bool {
	m := f.r.U.M
	results := f.r.U.Typ.Results
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
	if t := m.Info.TypeOf(last); t == nil || !m.Info.Types[last].IsNil() && !world.IsErrorType(t) {
		return f.flagged(in, exprs, env)
	}
	failed := in.Eval(last, env) == world.NotNil
	if lit, ok := last.(*ast.CompositeLit); ok && lit != nil {
		failed = true
	}
	if c, ok := last.(*ast.CallExpr); ok && finalError(c) {
		return false
	}
	if len(exprs) == 1 {
		return failed
	}
	if b, ok := summary.TypeUnder[*types.Basic](m.Info.TypeOf(exprs[0])); ok && b.Info()&types.IsBoolean != 0 {
		no := in.Truth(exprs[0], env) == world.IsFalse
		if f.again {
			return no && in.Eval(last, env) == world.IsNil
		}
		return failed && !no // (false, err) may mean that there is no use
	}
	return failed
}

// flagged reports whether a return gives an error and, behind it, a flag with which
// the loop around makes the attempt again.
func (f round) flagged(in *world.Interp, exprs []ast.Expr, env []world.Value) bool {
	n := len(exprs) - 1
	return f.loopsOn != world.Anything && in.Truth(exprs[n], env) == f.loopsOn && slices.ContainsFunc(exprs[:n], func(e ast.Expr) bool {
		return world.IsErrorType(f.r.U.M.Info.TypeOf(e)) && in.Eval(ast.Unparen(e), env) == world.NotNil
	})
}

// asksForMore reports whether a return gives on what a function of this package
// says of a response, and that is, first of all, to come back.
func (f round) asksForMore(in *world.Interp, exprs []ast.Expr, env []world.Value) bool {
	if len(exprs) != 1 || in.Status == 0 || f.again {
		return false
	}
	c, ok := world.CallOf(exprs[0])
	if !ok || !answersFirst(f.r.U.M, c) {
		return false
	}
	v, ok := in.Judged(c, env)
	return ok && v != world.IsFalse
}

// answersFirst reports whether the first result of a call is a boolean.
func answersFirst(m *flow.Package, c *ast.CallExpr) bool {
	sig, ok := world.Signature(m, c)
	if !ok || sig.Results().Len() == 0 {
		return false
	}
	b, ok := summary.TypeUnder[*types.Basic](sig.Results().At(0).Type())
	return ok && b.Info()&types.IsBoolean != 0
}

// finalError reports whether a call marks an error as one that no further
// attempt heals.
func finalError(c *ast.CallExpr) bool {
	return knowledge.EndsRetries(summary.LastName(c.Fun))
}
