package site

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// jitter answers whether a random number enters a duration.
func jitter(r *flow.Region, e ast.Expr) knowledge.Tri {
	return Random(r.U, e, map[types.Object]bool{}, 0)
}

// Random follows a value through locals, fields set in the same function, and
// functions known to be random.
func Random(u *flow.Unit, e ast.Node, seen map[types.Object]bool, depth int) knowledge.Tri {
	answer := knowledge.No
	add := func(t knowledge.Tri) {
		if t == knowledge.Yes || answer == knowledge.No && t == knowledge.Unknown {
			answer = t
		}
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			add(randomCall(u, n, seen, depth))
		case *ast.Ident:
			add(randomVar(u, u.M.Info.Uses[n], seen, depth))
		case *ast.SelectorExpr:
			add(randomVar(u, u.M.Info.Uses[n.Sel], seen, depth))
		}
		return answer != knowledge.Yes
	})
	return answer
}

func randomVar(u *flow.Unit, obj types.Object, seen map[types.Object]bool, depth int) knowledge.Tri {
	v, ok := obj.(*types.Var)
	if !ok || seen[v] || depth > 6 || !world.IsNumeric(v.Type()) && !world.IsDelayType(v.Type()) {
		return knowledge.No
	}
	seen[v] = true
	answer := knowledge.No
	for _, d := range u.Definitions()[v] {
		if d.Rhs == nil {
			continue
		}
		switch Random(u, d.Rhs, seen, depth+1) {
		case knowledge.Yes:
			return knowledge.Yes
		case knowledge.Unknown:
			answer = knowledge.Unknown
		}
	}
	return answer
}

// randomCall answers for a call: its callee, a literal's body, or unknown where
// a delay comes from code that is not in sight.
func randomCall(u *flow.Unit, c *ast.CallExpr, seen map[types.Object]bool, depth int) knowledge.Tri {
	if u.M.Info.Types[c.Fun].IsType() || world.IsBuiltin(u.M, c) {
		return knowledge.No
	}
	if u.M.Sums.OfCall(c).Random {
		return knowledge.Yes
	}
	if lit := world.Literal(u, c.Fun); lit != nil {
		if depth > 4 {
			return knowledge.Unknown
		}
		return random2(u, lit.Body, seen, depth+1)
	}
	t := u.M.Info.TypeOf(c)
	if t == nil || !world.IsDelayType(t) {
		return knowledge.No
	}
	fn := u.M.Sums.Callee(c)
	switch {
	case fn == nil, summary.IsInterfaceMethod(fn):
		return knowledge.Unknown
	case fn.Pkg() != nil && fn.Pkg().Path() == "time", fn.Pkg() != nil && fn.Pkg().Path() == "math":
		return knowledge.No
	case jitteredByField(u.M, u, c, fn):
		return knowledge.Yes
	case u.M.Sums.Decl(fn) != nil:
		if asksCaller(u.M, u.M.Sums.Decl(fn).Body) {
			return knowledge.Unknown
		}
		return knowledge.No
	case u.M.Sums.OfCall(c).Computed:
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

// random2 looks for a random number anywhere in a body.
func random2(u *flow.Unit, body ast.Node, seen map[types.Object]bool, depth int) knowledge.Tri {
	answer := knowledge.No
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && randomCall(u, c, seen, depth) == knowledge.Yes {
			answer = knowledge.Yes
		}
		return answer != knowledge.Yes
	})
	return answer
}

// jitteredByField reports whether a backoff object was built in this function
// with its Jitter field set.
func jitteredByField(m *flow.Package, u *flow.Unit, c *ast.CallExpr, fn *types.Func) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	for _, d := range u.Definitions()[m.Object(sel.X)] {
		lit, ok := literalOf(d.Rhs)
		if !ok {
			continue
		}
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok || !strings.Contains(summary.LastName(kv.Key), "Jitter") {
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

func literalOf(e ast.Expr) (*ast.CompositeLit, bool) {
	if e == nil {
		return nil, false
	}
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	return lit, ok
}
