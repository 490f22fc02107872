package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// RetrierOf says whether a function retries what it is given.
func RetrierOf(m *flow.Package, fn *types.Func) *knowledge.Retrier {
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	if r := knowledge.Lookup(fn).Retrier; r != nil {
		return r
	}
	if r := ModelOf(m).retriers[fn]; r != nil {
		return r
	}
	return rowOf(m, fn).Retrier
}

// noteRetrier records the function that a loop stands in as a retrier if what
// the loop attempts is one of the function's own parameters.
func noteRetrier(m *flow.Package, u *flow.Unit, s *Site) {
	if u.Fn == nil || s.Kind != Retry && s.Kind != Poll && s.Kind != Goto {
		return
	}
	if u.Node != u.Root && !returned(m, u) && !started(u) {
		return // the loop runs in a literal that may never be called
	}
	for _, a := range s.Attempts {
		i := summary.ParamIndex(m.Info, u.Fn.Signature(), a.Call.Fun)
		if i < 0 {
			i = handedFunction(m, u, a.Call)
		}
		if i < 0 {
			continue
		}
		r := &knowledge.Retrier{Op: i, Ctx: -1, Poll: s.Kind == Poll, Policy: policyOf(s)}
		r.Ctx = endingParam(m, u, s)
		r.Max = maxParam(m, u, s)
		r.Deaf = r.Ctx < 0 && deaf(s)
		if every := EachWait(s); every != nil {
			r.Interval = summary.ParamIndex(m.Info, u.Fn.Signature(), every) + 1
		}
		ModelOf(m).retriers[u.Fn] = r
		return
	}
}

// deaf reports whether a site waits for times to pass that nothing ends early, and
// where there is nothing in reach that could.
func deaf(s *Site) bool {
	if s.Reach.live() {
		return false
	}
	for i := range s.Waits {
		w := &s.Waits[i]
		if w.Cancel != 0 || w.CancelExpr != nil || w.MayWake() || !w.Timed() {
			return false
		}
	}
	return len(s.Waits) > 0
}

// EachWait is the time that a site waits between attempts, as written: what it sleeps,
// what its ticker or timer was made with, or what it gives its retrier; nil if it is not in sight.
func EachWait(s *Site) ast.Expr {
	if c, ok := s.Node.(*ast.CallExpr); ok && s.Known != nil && s.Known.Interval > 0 && s.Known.Interval <= len(c.Args) {
		return c.Args[s.Known.Interval-1]
	}
	if s.Delay.Expr != nil || s.Wait == nil || s.Wait.Timer == nil {
		return s.Delay.Expr
	}
	made := s.Wait.Timer
	if sel, ok := TimerOf(made); ok {
		defs := s.Unit.Definitions()[s.Unit.M.Object(sel.X)]
		if len(defs) != 1 || defs[0].Rhs == nil {
			return nil
		}
		made = defs[0].Rhs
	}
	c, ok := world.CallOf(made)
	if !ok || len(c.Args) != 1 || !world.IsTimeFunc(s.Unit.M.Sums.Callee(c), "NewTicker", "NewTimer", "Tick", "After") {
		return nil
	}
	return c.Args[0]
}

// handedFunction is the index of the parameter that an attempt hands to a function
// value, as to one that calls it under some conditions, or to a function of this
// package that calls it, as one that recovers from its panics; -1 if there is none.
// It has to be a function that can fail itself.
func handedFunction(m *flow.Package, u *flow.Unit, c *ast.CallExpr) int {
	by := m.Sums.Callee(c)
	for i, arg := range c.Args {
		sig, ok := summary.TypeUnder[*types.Signature](m.Info.TypeOf(arg))
		if ok && summary.FailsBy(sig) == summary.ByError && (by == nil || callsParam(m, by, i)) {
			return summary.ParamIndex(m.Info, u.Fn.Signature(), arg)
		}
	}
	return -1
}

// callsParam reports whether a function of this package calls a parameter of its
// own in one place, and can fail.
func callsParam(m *flow.Package, fn *types.Func, index int) bool {
	decl := m.Sums.Decl(fn)
	if decl == nil || summary.FailsBy(fn.Signature()) != summary.ByError {
		return false
	}
	calls := 0
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && summary.ParamIndex(m.Info, fn.Signature(), c.Fun) == index {
			calls++
		}
		return true
	})
	return calls == 1
}

// returned reports whether a literal is what its function returns: a wrapper
// that retries, such as func WithRetry(f) func().
func returned(m *flow.Package, u *flow.Unit) bool {
	found := false
	decl, ok := u.Root.(*ast.FuncDecl)
	if !ok {
		return false
	}
	for _, s := range decl.Body.List {
		if ret, ok := s.(*ast.ReturnStmt); ok && len(ret.Results) > 0 && ast.Unparen(ret.Results[0]) == u.Node {
			found = true
		}
	}
	return found
}

// started reports whether a literal is what a goroutine of its function runs: what
// the function is given is retried there, though nobody waits for it here.
func started(u *flow.Unit) bool {
	found := false
	ast.Inspect(u.Root, func(n ast.Node) bool {
		if g, ok := n.(*ast.GoStmt); ok {
			found = found || ast.Unparen(g.Call.Fun) == u.Node
		}
		return !found
	})
	return found
}

// policyOf is what callers of a retrier see of the loop in it.
func policyOf(s *Site) knowledge.Policy {
	p := knowledge.Policy{Attempts: int(s.Max), Bound: s.Bound, Shape: s.Delay.Shape, Capped: s.Delay.Capped, Jitter: s.Delay.Jitter, First: s.Delay.Constant}
	if s.Wait != nil {
		p.Wait, p.Cancel = s.Wait.Kind, s.Wait.Cancel != 0
	}
	return p
}

// endingParam is the index of the context or stop channel parameter that ends a
// site, -1 if none does.
func endingParam(m *flow.Package, u *flow.Unit, s *Site) int {
	sig := u.Fn.Signature()
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if s.Bound&knowledge.Ctx != 0 && summary.IsContext(p.Type()) || s.Bound&knowledge.Stop != 0 && IsChan(p.Type()) {
			return i
		}
	}
	return -1
}

func IsChan(t types.Type) bool {
	_, ok := summary.TypeUnder[*types.Chan](t)
	return ok
}

// maxParam is the position of the parameter that counts the attempts.
func maxParam(m *flow.Package, u *flow.Unit, s *Site) int {
	if s.Bound&knowledge.Attempts == 0 || s.Max != 0 {
		return 0
	}
	if s.Limit.Expr != nil && s.Limit.More == 0 {
		return summary.ParamIndex(m.Info, u.Fn.Signature(), s.Limit.Expr) + 1
	}
	var header ast.Node
	switch n := s.Node.(type) {
	case *ast.ForStmt:
		header = n.Cond
		if n.Cond == nil {
			return 0
		}
	case *ast.RangeStmt:
		header = n.X
	default:
		return 0
	}
	sig := u.Fn.Signature()
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if world.IsNumeric(p.Type()) && world.UsesAny(m, header, map[types.Object]bool{p: true}) {
			return i + 1
		}
	}
	return 0
}
