package cancel

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Without is an attempt by a call that takes no context, although there is one
// that does the same and takes one, and a context that somebody can cancel.
type Without struct {
	Call *ast.CallExpr
	Twin string // the name of what takes a context
	Ctx  string // the context in scope, as Go source
}

// withoutIn lists the attempts of a site that could have had a context.
func withoutIn(m *flow.Package, s *site.Site) []Without {
	if s.Unit == nil || !s.Kind.Again() && s.Kind != site.Reconnect && s.Kind != site.Helper || s.Polls() || !world.Imports(m, "context") && !world.Imports(m, "net/http") {
		return nil
	}
	var out []Without
	seen := map[*ast.CallExpr]bool{}
	for _, a := range s.Attempts {
		if a.Ctx != nil || a.Callee == nil || a.Place != knowledge.Remote || seen[a.Call] || handsContext(m, a.Call) || holdsContext(s.Unit, receiverOf(a.Call), map[types.Object]bool{}) {
			continue
		}
		seen[a.Call] = true
		twin := twinOf(s.Unit.Fn, a.Callee)
		if twin == "" {
			continue
		}
		if ctx := liveAt(m, s, a.Call, a.Call); ctx != "" && atHand(m, s.Unit, a.Call, ctx) {
			out = append(out, Without{a.Call, twin, ctx})
		}
	}
	return out
}

// atHand reports whether a context is a variable or a request's, and of the same function
// as a call, or of one whose retrier runs the literal of the call. Whether others use it
// is not asked, so that a fix which makes the wait use it brings no new finding.
func atHand(m *flow.Package, u *flow.Unit, c *ast.CallExpr, ctx string) bool {
	name, isRequest := strings.CutSuffix(ctx, ".Context()")
	if !isRequest && strings.Contains(name, ".") {
		return false
	}
	_, v := m.Pass.Pkg.Scope().Innermost(c.Pos()).LookupParent(name, c.Pos())
	if v == nil {
		return false
	}
	for _, n := range u.Stack(c) {
		if lit, ok := n.(*ast.FuncLit); ok && !(lit.Pos() <= v.Pos() && v.Pos() < lit.End()) && lit.Pos() > v.Pos() && !retried(m, u, lit) {
			return false
		}
	}
	return true
}

// handsContext reports whether a call has a context by way of what it is called on
// or given, as in db.WithContext(ctx).Ping().
func handsContext(m *flow.Package, c *ast.CallExpr) bool {
	found := false
	ast.Inspect(c, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		found = found || ok && summary.IsContext(m.Info.TypeOf(e))
		return !found
	})
	return found
}

// justMakes are methods that, as their documentation says, use a context to make what
// they give, and not for what is done with that.
var justMakes = map[string]bool{
	"(*database/sql.DB).PrepareContext":   true,
	"(*database/sql.Conn).PrepareContext": true,
	"(*database/sql.Tx).PrepareContext":   true,
	"(*database/sql.Tx).StmtContext":      true,
}

// holdsContext reports whether a variable, or what it is made of by calls of methods, was
// given a context that somebody can cancel: db.WithContext(ctx), db.BeginTx(ctx, nil). What
// a function or a method that connects is given one for is over when it returns.
func holdsContext(u *flow.Unit, recv ast.Expr, seen map[types.Object]bool) bool {
	v, ok := u.M.Object(recv).(*types.Var)
	if !ok || v.IsField() || seen[v] {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(u.Definitions()[v], func(d flow.Def) bool {
		for c, ok := world.CallOf(d.Rhs); ok; c, ok = world.CallOf(receiverOf(c)) {
			fn := u.M.Sums.Callee(c)
			if fn == nil || fn.Signature().Recv() == nil {
				return false
			}
			given := func(arg ast.Expr) bool { return summary.IsContext(u.M.Info.TypeOf(arg)) && !world.IsBackground(u, arg) }
			if slices.ContainsFunc(c.Args, given) {
				return !justMakes[fn.FullName()] && !knowledge.Connects(fn.Name())
			}
			if holdsContext(u, receiverOf(c), seen) {
				return true
			}
		}
		return false
	})
}

// receiverOf is what a method is called on, nil where a call names none.
func receiverOf(c *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
		return ast.Unparen(sel.X)
	}
	return nil
}

// twinOf is the name of what does the same as a function and takes a context: it
// stands beside it and is called like it, as PingContext beside Ping, or is known to do
// so, as NewRequestWithContext for the shorthands of net/http. "" if there is none, if it is the caller itself,
// or if it makes nothing of its context.
func twinOf(caller, fn *types.Func) string {
	if fn.Pkg() == nil {
		return ""
	}
	if t := knowledge.TraitOf(fn, "shorthand"); t != nil {
		return fn.Pkg().Name() + "." + t.Args[0]
	}
	recv := fn.Signature().Recv()
	for _, suffix := range [...]string{"Context", "WithContext"} {
		name := fn.Name() + suffix
		twin := fn.Pkg().Scope().Lookup(name)
		if recv != nil {
			twin, _, _ = types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), name)
		}
		if twin, ok := twin.(*types.Func); ok && twin != caller && takesContextToo(twin, fn) && knowledge.TraitOf(twin, "indifferent") == nil {
			return name
		}
	}
	return ""
}

// takesContextToo reports whether a function is called like another one, but for a
// context before the other arguments: it is no option of it, for instance.
func takesContextToo(twin, fn *types.Func) bool {
	with, without := twin.Signature(), fn.Signature()
	if with.Params().Len() != without.Params().Len()+1 || !summary.IsContext(with.Params().At(0).Type()) {
		return false
	}
	for i := range without.Params().Len() {
		if !types.Identical(with.Params().At(i+1).Type(), without.Params().At(i).Type()) {
			return false
		}
	}
	return types.Identical(with.Results(), without.Results())
}
