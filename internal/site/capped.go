package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/summary"
)

// capped reports whether a growing delay is held below a maximum: by min, by a
// comparison followed by an assignment, or because the loop ends when it gets
// too long.
func (r *region) capped(e ast.Expr) bool {
	vars := map[types.Object]bool{}
	r.collect(e, vars, 0)
	found := false
	scan := func(root ast.Node, vars map[types.Object]bool) {
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				switch summary.LastName(n.Fun) {
				case "min", "Min", "MinDuration", "clamp", "Clamp":
					found = found || r.u.m.usesAny(n, vars) || len(vars) == 0
				}
			case *ast.IfStmt:
				if b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr); ok && isOrder(b.Op) && r.u.m.usesAny(n.Cond, vars) && !r.isCountOnly(b, vars) {
					found = true
				}
			}
			return !found
		})
	}
	scan(r.node, vars)
	if found {
		return true
	}
	// A helper that computes the delay may hold it down itself.
	ast.Inspect(e, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !r.u.m.info.Types[c.Fun].IsType() {
			if lit := r.u.literal(c.Fun); lit != nil {
				scanBody(lit.Body, &found)
			} else if decl := r.u.m.sums.Decl(r.u.m.sums.Callee(c)); decl != nil {
				scanBody(decl.Body, &found)
			} else if r.isBackoffMethod(r.u.m.sums.Callee(c)) {
				found = true
			}
		}
		return !found
	})
	for v := range vars {
		for _, d := range r.u.definitions()[v] {
			if c, ok := callOf(d.rhs); ok {
				found = found || r.isBackoffMethod(r.u.m.sums.Callee(c))
				if decl := r.u.m.sums.Decl(r.u.m.sums.Callee(c)); decl != nil {
					scanBody(decl.Body, &found)
				}
			}
		}
	}
	return found
}

// scanBody looks for a cap in a helper's body.
func scanBody(body ast.Node, found *bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch summary.LastName(n.Fun) {
			case "min", "Min":
				*found = true
			}
		case *ast.IfStmt:
			if b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr); ok && isOrder(b.Op) {
				*found = true
			}
		}
		return !*found
	})
}

func isOrder(op token.Token) bool {
	return op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ
}

// isCountOnly reports whether a comparison concerns only counters of attempts,
// which bound the rounds and not the delay.
func (r *region) isCountOnly(b *ast.BinaryExpr, vars map[types.Object]bool) bool {
	only := true
	ast.Inspect(b, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := r.u.m.info.Uses[id]; vars[obj] && r.growsBy(obj, 0) != adds {
				only = false
			}
		}
		return true
	})
	return only
}

// collect gathers the variables that a duration is computed from.
func (r *region) collect(e ast.Node, vars map[types.Object]bool, depth int) {
	if depth > 4 {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		var obj types.Object
		switch n := n.(type) {
		case *ast.Ident:
			obj = r.u.m.info.Uses[n]
		case *ast.SelectorExpr:
			obj = r.u.m.info.Uses[n.Sel]
		}
		v, ok := obj.(*types.Var)
		if !ok || vars[v] {
			return true
		}
		vars[v] = true
		for _, d := range r.u.definitions()[v] {
			if d.rhs != nil {
				r.collect(d.rhs, vars, depth+1)
			}
		}
		return true
	})
}
