package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/summary"
)

// sources lists the calls of the region that an expression's value comes from,
// errors aside.
func (r *region) sources(e ast.Expr) []placed {
	return r.sourcesOf(e, map[types.Object]bool{}, 0)
}

// sourcesOf follows each variable once.
func (r *region) sourcesOf(e ast.Expr, seen map[types.Object]bool, depth int) []placed {
	if depth > 4 || r.steps > maxSteps {
		return nil
	}
	var out []placed
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if p, ok := r.placedCall(n); ok && !r.u.m.isBuiltin(n) && r.asksState(n) {
				out = append(out, p)
			}
		case *ast.Ident:
			v, ok := r.u.m.info.Uses[n].(*types.Var)
			if !ok || v.IsField() || seen[v] || summary.IsError(v.Type()) {
				return true
			}
			seen[v] = true
			for _, d := range r.u.definitions()[v] {
				if !r.contains(d.node) {
					continue
				}
				r.steps++
				if d.rhs != nil && r.u.m.info.Types[d.rhs].Value == nil {
					out = append(out, r.sourcesOf(d.rhs, seen, depth+1)...)
					continue
				}
				// A constant, or a count: what it says is why it is set.
				for _, cond := range r.controls(d.node) {
					out = append(out, r.sourcesOf(cond, seen, depth+1)...)
				}
			}
			for _, c := range r.fillers(v) {
				for _, arg := range c.Args {
					if r.u.m.object(addressed(arg)) != v {
						out = append(out, r.sourcesOf(arg, seen, depth+1)...)
					}
				}
			}
		}
		return true
	})
	return out
}

// controls lists the conditions and ranges between a statement and the region:
// what decides whether, or how often, it runs.
func (r *region) controls(n ast.Node) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(r.node, func(m ast.Node) bool {
		if m == nil || m.Pos() > n.Pos() || n.End() > m.End() {
			return false
		}
		switch m := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			out = append(out, m.Cond)
		case *ast.RangeStmt:
			if ast.Node(m) != r.node {
				out = append(out, m.X)
			}
		}
		return true
	})
	return out
}

// fillers lists the calls of the region that are given a variable's address, as
// json.Unmarshal is.
func (r *region) fillers(v *types.Var) []*ast.CallExpr {
	var out []*ast.CallExpr
	for _, p := range r.calls() {
		for _, arg := range p.call.Args {
			if addressed(arg) != arg && r.u.m.object(addressed(arg)) == v {
				out = append(out, p.call)
			}
		}
	}
	return out
}

// addressed is the operand of &x, or the expression itself.
func addressed(e ast.Expr) ast.Expr {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		return u.X
	}
	return e
}

func (r *region) placedCall(c *ast.CallExpr) (placed, bool) {
	r.calls()
	p, ok := r.byCall[c]
	return p, ok
}

func sortPlaced(list []placed) []placed {
	seen := map[*ast.CallExpr]bool{}
	out := list[:0:0]
	for _, p := range list {
		if !seen[p.call] {
			seen[p.call] = true
			out = append(out, p)
		}
	}
	for i := range out {
		for j := i; j > 0 && out[j].call.Pos() < out[j-1].call.Pos(); j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}
