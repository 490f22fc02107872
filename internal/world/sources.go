package world

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// Sources lists the calls of the region that an expression's value comes from,
// errors aside.
func Sources(r *flow.Region, e ast.Expr) []flow.Placed {
	return sourcesOf(r, e, map[types.Object]bool{}, 0)
}

// sourcesOf follows each variable once.
func sourcesOf(r *flow.Region, e ast.Expr, seen map[types.Object]bool, depth int) []flow.Placed {
	if depth > 4 {
		return nil
	}
	var out []flow.Placed
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if p, ok := PlacedCall(r, n); ok && !IsBuiltin(r.U.M, n) && AsksState(r, n) {
				out = append(out, p)
			}
		case *ast.SelectorExpr:
			v, ok := r.U.M.Info.Uses[n.Sel].(*types.Var)
			if !ok || !v.IsField() || seen[v] || summary.IsError(v.Type()) {
				return true
			}
			seen[v] = true
			for _, d := range r.U.Definitions()[v] {
				if d.Rhs != nil && r.Contains(d.Node) && sets(r.U.M, d.Node, locate(r.U.M, n)) {
					out = append(out, sourcesOf(r, d.Rhs, seen, depth+1)...)
				}
			}
		case *ast.Ident:
			v, ok := r.U.M.Info.Uses[n].(*types.Var)
			if !ok || v.IsField() || seen[v] || summary.IsError(v.Type()) {
				return true
			}
			seen[v] = true
			for _, d := range r.U.Definitions()[v] {
				if !r.Contains(d.Node) {
					continue
				}
				if c := givenLiteral(r, d.Node); c != nil {
					if p, ok := PlacedCall(r, c); ok && AsksState(r, c) {
						out = append(out, p) // what it hands in is part of its answer
					}
					continue
				}
				if d.Rhs != nil && r.U.M.Info.Types[d.Rhs].Value == nil {
					out = append(out, sourcesOf(r, d.Rhs, seen, depth+1)...)
					continue
				}
				// A constant, or a count: what it says is why it is set.
				for _, cond := range Controls(r, d.Node) {
					out = append(out, sourcesOf(r, cond, seen, depth+1)...)
				}
			}
			for _, c := range Fillers(r, v) {
				if p, ok := PlacedCall(r, c); ok && Entry(r.U, c).Place.Leaves() {
					out = append(out, p) // it asks for the answer itself
				}
				for _, arg := range c.Args {
					if r.U.M.Object(Addressed(arg)) != v {
						out = append(out, sourcesOf(r, arg, seen, depth+1)...)
					}
				}
			}
		}
		return true
	})
	return out
}

// sets reports whether a statement assigns to a field of a variable.
func sets(m *flow.Package, n ast.Node, field location) bool {
	a, ok := n.(*ast.AssignStmt)
	return ok && field.root != nil && slices.ContainsFunc(a.Lhs, func(l ast.Expr) bool { return locate(m, l) == field })
}

// givenLiteral is the call of the region that is given the outermost function literal
// around a statement, and calls it as often as it has to: the round learns what the
// literal assigns when that call is over. It is nil where the statement stands in no
// such literal, or the round runs the literal itself.
func givenLiteral(r *flow.Region, n ast.Node) *ast.CallExpr {
	stack := r.U.Stack(n)
	for i := 1; i < len(stack); i++ {
		lit, ok := stack[i].(*ast.FuncLit)
		if !ok || !r.Contains(lit) {
			continue
		}
		c, ok := stack[i-1].(*ast.CallExpr)
		if !ok || c.Fun == ast.Expr(lit) || slices.Contains(RunsLiterals(r.U, c), lit) {
			return nil
		}
		return c
	}
	return nil
}

// Controls lists the conditions and ranges between a statement and the region:
// what decides whether, or how often, it runs.
func Controls(r *flow.Region, n ast.Node) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(r.Node, func(m ast.Node) bool {
		if m == nil || m.Pos() > n.Pos() || n.End() > m.End() {
			return false
		}
		switch m := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			out = append(out, m.Cond)
		case *ast.RangeStmt:
			if ast.Node(m) != r.Node {
				out = append(out, m.X)
			}
		}
		return true
	})
	return out
}

// Fillers lists the calls of the region that are given a variable's address, as
// json.Unmarshal is.
func Fillers(r *flow.Region, v *types.Var) []*ast.CallExpr {
	var out []*ast.CallExpr
	for _, p := range Calls(r) {
		for _, arg := range p.Call.Args {
			if Addressed(arg) != arg && r.U.M.Object(Addressed(arg)) == v {
				out = append(out, p.Call)
			}
		}
	}
	return out
}

func PlacedCall(r *flow.Region, c *ast.CallExpr) (flow.Placed, bool) {
	Calls(r)
	p, ok := r.ByCall[c]
	return p, ok
}
