package site

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// capped reports whether a growing delay is held below a maximum: by min, by a
// comparison followed by an assignment, or because the loop ends when it gets
// too long.
func capped(r *flow.Region, e ast.Expr) bool {
	vars := map[types.Object]bool{}
	collect(r, e, vars, 0)
	found := false
	scan := func(root ast.Node, vars map[types.Object]bool) {
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				switch summary.LastName(n.Fun) {
				case "min", "Min", "MinDuration", "clamp", "Clamp":
					found = found || world.UsesAny(r.U.M, n, vars) || len(vars) == 0
				}
			case *ast.IfStmt:
				if b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr); ok && world.IsOrder(b.Op) && world.UsesAny(r.U.M, n.Cond, vars) && !isCountOnly(r, b, vars) {
					found = true
				}
			}
			return !found
		})
	}
	scan(r.Node, vars)
	if found {
		return true
	}
	// A helper that computes the delay may hold it down itself.
	ast.Inspect(e, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !r.U.M.Info.Types[c.Fun].IsType() {
			if lit := world.Literal(r.U, c.Fun); lit != nil {
				scanBody(lit.Body, &found)
			} else if decl := r.U.M.Sums.Decl(r.U.M.Sums.Callee(c)); decl != nil {
				scanBody(decl.Body, &found)
			} else if isBackoffMethod(r, r.U.M.Sums.Callee(c)) {
				found = true
			}
		}
		return !found
	})
	for v := range vars {
		for _, d := range r.U.Definitions()[v] {
			if c, ok := world.CallOf(d.Rhs); ok {
				found = found || isBackoffMethod(r, r.U.M.Sums.Callee(c))
				if decl := r.U.M.Sums.Decl(r.U.M.Sums.Callee(c)); decl != nil {
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
			if b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr); ok && world.IsOrder(b.Op) {
				*found = true
			}
		}
		return !*found
	})
}

// isCountOnly reports whether a comparison concerns only counters of attempts,
// which bound the rounds and not the delay.
func isCountOnly(r *flow.Region, b *ast.BinaryExpr, vars map[types.Object]bool) bool {
	only := true
	ast.Inspect(b, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := r.U.M.Info.Uses[id]; vars[obj] && world.GrowsBy(r, obj, 0) != world.Adds {
				only = false
			}
		}
		return true
	})
	return only
}

// collect gathers the variables that a duration is computed from.
func collect(r *flow.Region, e ast.Node, vars map[types.Object]bool, depth int) {
	if depth > 4 {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		var obj types.Object
		switch n := n.(type) {
		case *ast.Ident:
			obj = r.U.M.Info.Uses[n]
		case *ast.SelectorExpr:
			obj = r.U.M.Info.Uses[n.Sel]
		}
		v, ok := obj.(*types.Var)
		if !ok || vars[v] {
			return true
		}
		vars[v] = true
		for _, d := range r.U.Definitions()[v] {
			if d.Rhs != nil {
				collect(r, d.Rhs, vars, depth+1)
			}
		}
		return true
	})
}
