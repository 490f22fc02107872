package site

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// jitter answers whether a random number enters a duration.
func (r *region) jitter(e ast.Expr) knowledge.Tri {
	return r.u.random(e, map[types.Object]bool{}, 0)
}

// random follows a value through locals, fields set in the same function, and
// functions known to be random.
func (u *unit) random(e ast.Node, seen map[types.Object]bool, depth int) knowledge.Tri {
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
			add(u.randomCall(n, seen, depth))
		case *ast.Ident:
			add(u.randomVar(u.m.info.Uses[n], seen, depth))
		case *ast.SelectorExpr:
			add(u.randomVar(u.m.info.Uses[n.Sel], seen, depth))
		}
		return answer != knowledge.Yes
	})
	return answer
}

func (u *unit) randomVar(obj types.Object, seen map[types.Object]bool, depth int) knowledge.Tri {
	v, ok := obj.(*types.Var)
	if !ok || seen[v] || depth > 6 || !isNumeric(v.Type()) && !isDelayType(v.Type()) {
		return knowledge.No
	}
	seen[v] = true
	answer := knowledge.No
	for _, d := range u.definitions()[v] {
		if d.rhs == nil {
			continue
		}
		switch u.random(d.rhs, seen, depth+1) {
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
func (u *unit) randomCall(c *ast.CallExpr, seen map[types.Object]bool, depth int) knowledge.Tri {
	if u.m.info.Types[c.Fun].IsType() || u.m.isBuiltin(c) {
		return knowledge.No
	}
	if u.m.sums.OfCall(c).Random {
		return knowledge.Yes
	}
	if lit := u.literal(c.Fun); lit != nil {
		if depth > 4 {
			return knowledge.Unknown
		}
		return u.random2(lit.Body, seen, depth+1)
	}
	t := u.m.info.TypeOf(c)
	if t == nil || !isDelayType(t) {
		return knowledge.No
	}
	fn := u.m.sums.Callee(c)
	switch {
	case fn == nil, summary.IsInterfaceMethod(fn):
		return knowledge.Unknown
	case fn.Pkg() != nil && fn.Pkg().Path() == "time", fn.Pkg() != nil && fn.Pkg().Path() == "math":
		return knowledge.No
	case u.m.jitteredByField(u, c, fn):
		return knowledge.Yes
	case u.m.sums.Decl(fn) != nil:
		return knowledge.No
	}
	if len(c.Args) == 0 && fn.Signature().Recv() == nil {
		return knowledge.No
	}
	return knowledge.Unknown
}

// random2 looks for a random number anywhere in a body.
func (u *unit) random2(body ast.Node, seen map[types.Object]bool, depth int) knowledge.Tri {
	answer := knowledge.No
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && u.randomCall(c, seen, depth) == knowledge.Yes {
			answer = knowledge.Yes
		}
		return answer != knowledge.Yes
	})
	return answer
}

// jitteredByField reports whether a backoff object was built in this function
// with its Jitter field set.
func (m *Package) jitteredByField(u *unit, c *ast.CallExpr, fn *types.Func) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	for _, d := range u.definitions()[m.object(sel.X)] {
		lit, ok := literalOf(d.rhs)
		if !ok {
			continue
		}
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok || !strings.Contains(summary.LastName(kv.Key), "Jitter") {
				continue
			}
			tv := m.info.Types[kv.Value]
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
