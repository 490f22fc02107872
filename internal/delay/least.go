package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// Shortest is how long a site waits at least each time, 0 if that is not known.
func Shortest(s *site.Site) time.Duration {
	each := site.EachWait(s)
	if each == nil {
		return 0
	}
	return least(s, each, 0)
}

// deepest is how many variables away a constant may be.
const deepest = 3

// least is a lower bound of a delay: random numbers and what is not known are none. It
// goes by the forms that delays have: a sum, a product with a constant, a shift, a
// variable that begins with a constant and grows.
func least(s *site.Site, e ast.Expr, depth int) time.Duration {
	m := s.Unit.M
	if d, ok := world.ConstInt(m, e); ok {
		return max(time.Duration(d), 0)
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD:
			return least(s, e.X, depth) + least(s, e.Y, depth)
		case token.SHL:
			return least(s, e.X, depth)
		}
	case *ast.CallExpr:
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok && id.Name == "min" && len(e.Args) > 0 {
			shortest := least(s, e.Args[0], depth)
			for _, arg := range e.Args[1:] {
				shortest = min(shortest, least(s, arg, depth))
			}
			return shortest
		}
	case *ast.Ident:
		if v, ok := m.Info.ObjectOf(e).(*types.Var); ok && depth < deepest {
			return leastOf(s, v, depth+1)
		}
	}
	return 0
}

// leastOf is least for a variable of the function: the smallest value that it is given,
// where all else that happens to it makes it longer.
func leastOf(s *site.Site, v *types.Var, depth int) time.Duration {
	m := s.Unit.M
	if v.IsField() || v.Parent() == m.Pass.Pkg.Scope() {
		return 0
	}
	shortest := time.Duration(-1)
	grows := true
	given := func(e ast.Expr) {
		if growsFrom(m, e, v) {
			return
		}
		if d := least(s, e, depth); shortest < 0 || d < shortest {
			shortest = d
		}
	}
	ast.Inspect(s.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				id, ok := lhs.(*ast.Ident)
				if !ok || m.Info.ObjectOf(id) != v {
					continue
				}
				switch {
				case len(n.Lhs) != len(n.Rhs):
					grows = false
				case n.Tok == token.ASSIGN || n.Tok == token.DEFINE:
					given(n.Rhs[i])
				case n.Tok != token.MUL_ASSIGN && n.Tok != token.ADD_ASSIGN && n.Tok != token.SHL_ASSIGN:
					grows = false
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if m.Info.Defs[id] == v {
					if i >= len(n.Values) {
						grows = false
						continue
					}
					given(n.Values[i])
				}
			}
		case *ast.UnaryExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.AND && m.Info.ObjectOf(id) == v {
				grows = false
			}
		}
		return grows
	})
	if !grows || shortest < 0 {
		return 0
	}
	return shortest
}

// growsFrom reports whether an expression is a variable times a constant: 2*delay.
func growsFrom(m *flow.Package, e ast.Expr, v *types.Var) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.MUL {
		return false
	}
	for _, pair := range [][2]ast.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		id, ok := ast.Unparen(pair[0]).(*ast.Ident)
		if ok && m.Info.ObjectOf(id) == v {
			n, ok := world.ConstInt(m, pair[1])
			return ok && n >= 1
		}
	}
	return false
}
