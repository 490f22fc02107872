package request

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// KeyedBuilder reports whether a request is made by a helper that gives it an
// idempotency key.
func KeyedBuilder(m *flow.Package, u *flow.Unit, req ast.Expr) bool {
	for _, d := range u.Definitions()[m.Object(req)] {
		if c, ok := world.CallOf(d.Rhs); ok {
			if meth := m.Sums.OfCall(c).Method; meth != nil && meth.Key {
				return true
			}
		}
	}
	return false
}

// Key reports whether the function gives its requests an idempotency key, and
// whether the key is drawn anew each attempt.
func Key(m *flow.Package, u *flow.Unit, r *flow.Region, req ast.Expr) (set, fresh bool) {
	ast.Inspect(u.Root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name := summary.LastName(n.Fun); (name == "Set" || name == "Add" || name == "SetHeader") && len(n.Args) == 2 && isKeyName(m, n.Args[0]) {
				set = true
				fresh = r != nil && drawnInside(r, n.Args[1])
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
				if ix, ok := n.Lhs[0].(*ast.IndexExpr); ok && isKeyName(m, ix.Index) {
					set = true
					fresh = r != nil && drawnInside(r, n.Rhs[0])
				}
			}
		case *ast.KeyValueExpr:
			if isKeyName(m, n.Key) {
				set = true
				fresh = r != nil && drawnInside(r, n.Value)
			}
		}
		return true
	})
	return set, fresh
}

// Repeatable reports whether a function that only its package can call is given
// requests that may all be sent again: each has a key, or a method that needs none.
func Repeatable(m *flow.Package, fn *types.Func) bool {
	if fn == nil {
		return false
	}
	calls, all := m.Callers(fn)
	return all && len(calls) > 0 && !slices.ContainsFunc(calls, func(c *ast.CallExpr) bool { return !repeatable(m, c) })
}

// repeatable reports whether a call is given a request that may be sent again.
func repeatable(m *flow.Package, c *ast.CallExpr) bool {
	u, req := world.UnitAround(m, c), RequestAmong(m, c.Args)
	if u == nil || req == nil {
		return false
	}
	switch RequestMethod(m, u, req) {
	case "", "POST", "PATCH":
		set, _ := Key(m, u, nil, req)
		return set || KeyedBuilder(m, u, req)
	}
	return true
}

func isKeyName(m *flow.Package, e ast.Expr) bool {
	tv := m.Info.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.String && summary.IsIdempotencyKey(constant.StringVal(tv.Value))
}

// drawnInside reports whether a value is made by a call within the region, so
// that each attempt gets another one.
func drawnInside(r *flow.Region, e ast.Expr) bool {
	return drawn(r, e, map[types.Object]bool{})
}

// drawn is drawnInside of what the variables that were seen are set to.
func drawn(r *flow.Region, e ast.Expr, seen map[types.Object]bool) bool {
	draws := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if r.Contains(n) && drawCall(r, n) {
				draws = true
			}
		case *ast.Ident:
			v, ok := r.U.M.Info.Uses[n].(*types.Var)
			if !ok || v.IsField() || seen[v] {
				return true
			}
			seen[v] = true
			for _, d := range r.U.Definitions()[v] {
				if d.Rhs != nil && r.Contains(d.Node) && drawn(r, d.Rhs, seen) {
					draws = true
				}
			}
		}
		return !draws
	})
	return draws
}

// drawCall reports whether a call gives another result each time: a random
// number or a fresh identifier.
func drawCall(r *flow.Region, c *ast.CallExpr) bool {
	if r.U.M.Sums.OfCall(c).Random {
		return true
	}
	fn := r.U.M.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	path := strings.ToLower(fn.Pkg().Path())
	return strings.Contains(path, "uuid") || strings.Contains(path, "ulid") || strings.Contains(path, "xid") || strings.Contains(path, "ksuid") || strings.Contains(path, "nanoid")
}
