package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
	"github.com/retryvet/retryvet/internal/world"
)

// jitter answers whether a random number enters a duration.
func jitter(u *flow.Unit, e ast.Expr) knowledge.Tri {
	how := u.M.Values().Computed(e)
	answer := knowledge.TriOf(false)
	if how.Unknown {
		answer = knowledge.Unknown
	}
	for _, c := range how.Calls {
		switch random := randomCall(u, c.Call); {
		case random == knowledge.Yes:
			return knowledge.Yes
		case random == knowledge.Unknown:
			answer = knowledge.Unknown
		}
	}
	return answer
}

// randomCall answers for a call: by its callee, or unknown where a delay comes from
// code that is not in sight.
func randomCall(u *flow.Unit, c *ast.CallExpr) knowledge.Tri {
	m := u.M
	if m.Info.Types[c.Fun].IsType() || world.IsBuiltin(m, c) {
		return knowledge.No
	}
	if m.Sums.OfCall(c).Random {
		return knowledge.Yes
	}
	if t := m.Info.TypeOf(c); t == nil || !world.IsDelayType(t) || world.Literal(u, c.Fun) != nil {
		return knowledge.No
	}
	fn := m.Sums.Callee(c)
	switch {
	case fn == nil, summary.IsInterfaceMethod(fn):
		return knowledge.Unknown
	case fn.Pkg() != nil && fn.Pkg().Path() == "time", fn.Pkg() != nil && fn.Pkg().Path() == "math":
		return knowledge.No
	case jitteredByField(m, u, c, fn):
		return knowledge.Yes
	case m.Sums.Decl(fn) != nil:
		if asksCaller(m, m.Sums.Decl(fn).Body) {
			return knowledge.Unknown
		}
		return knowledge.No
	case m.Sums.OfCall(c).Computed:
		return knowledge.No
	}
	if len(c.Args) == 0 && fn.Signature().Recv() == nil {
		return knowledge.No
	}
	return knowledge.Unknown
}

// asksCaller reports whether a function takes a delay from one that somebody gave it,
// such as the field of a configuration: that may be random.
func asksCaller(m *flow.Package, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || m.Info.Types[c.Fun].IsType() || world.IsBuiltin(m, c) {
			return !found
		}
		if t := m.Info.TypeOf(c); t != nil && world.IsDelayType(t) {
			fn := m.Sums.Callee(c)
			found = found || fn == nil || summary.IsInterfaceMethod(fn)
		}
		return !found
	})
	return found
}

// jitteredByField reports whether a backoff object was built in this function
// with its Jitter field set.
func jitteredByField(m *flow.Package, u *flow.Unit, c *ast.CallExpr, fn *types.Func) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	for _, d := range u.Definitions()[m.Object(sel.X)] {
		lit, ok := syntax.Literal(d.Rhs)
		if !ok {
			continue
		}
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok || !knowledge.Random(summary.LastName(kv.Key)) {
				continue
			}
			tv := m.Info.Types[kv.Value]
			if tv.Value == nil || tv.Value.String() != "false" && tv.Value.String() != "0" {
				return true
			}
		}
	}
	return false
}
