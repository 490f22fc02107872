package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

const (
	NoGrowth flow.Growth = iota
	Adds
	Multiplies
)

// GrowsBy says how the region changes a numeric variable each round.
func GrowsBy(r *flow.Region, obj types.Object, depth int) flow.Growth {
	v, ok := obj.(*types.Var)
	if !ok || depth > 3 || !IsNumeric(v.Type()) {
		return NoGrowth
	}
	if g, known := r.Growth[v]; known {
		return g
	}
	if r.Growth == nil {
		r.Growth = map[types.Object]flow.Growth{}
	}
	r.Growth[v] = NoGrowth // while it is asked about itself
	best := NoGrowth
	for _, d := range r.U.Definitions()[obj] {
		if !r.Contains(d.Node) && d.Node != r.Node {
			continue
		}
		var g flow.Growth
		switch d.Tok {
		case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
			g = Adds
			if d.Rhs != nil && Mentions(r, d.Rhs, obj) {
				g = Multiplies // d += d
			}
		case token.MUL_ASSIGN, token.SHL_ASSIGN:
			g = Multiplies
		case token.RANGE:
			if rs, ok := d.Node.(*ast.RangeStmt); ok && rs == r.Node {
				g = Adds
			}
		case token.ASSIGN, token.DEFINE:
			if d.Rhs != nil && !d.Multi {
				g = ExprGrowth(r, d.Rhs, obj, depth+1)
			}
		}
		best = max(best, g)
	}
	r.Growth[v] = best
	return best
}

// ExprGrowth says how an expression grows from round to round. self is the
// variable that it is assigned to.
func ExprGrowth(r *flow.Region, e ast.Expr, self types.Object, depth int) flow.Growth {
	if depth > 4 {
		return NoGrowth
	}
	best := NoGrowth
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			switch n.Op {
			case token.MUL, token.SHL, token.ADD:
				x, y := operandGrowth(r, n.X, self, depth), operandGrowth(r, n.Y, self, depth)
				selfIn := self != nil && (Mentions(r, n.X, self) || Mentions(r, n.Y, self))
				switch {
				case n.Op == token.SHL && y != NoGrowth, n.Op == token.MUL && selfIn, n.Op == token.ADD && self != nil && Mentions(r, n.X, self) && Mentions(r, n.Y, self):
					best = Multiplies
				case n.Op == token.ADD && selfIn:
					best = max(best, Adds)
				default:
					best = max(best, x, y)
				}
				return true
			}
		case *ast.CallExpr:
			name := summary.LastName(n.Fun)
			if (name == "Pow" || name == "Exp2" || name == "Exp") && len(n.Args) > 0 {
				for _, a := range n.Args {
					if operandGrowth(r, a, self, depth) != NoGrowth {
						best = Multiplies
					}
				}
			}
			if !r.U.M.Info.Types[n.Fun].IsType() {
				best = max(best, callGrowth(r, n))
			}
		case *ast.Ident:
			if obj := r.U.M.Info.Uses[n]; obj != nil && obj != self {
				best = max(best, GrowsBy(r, obj, depth+1))
			}
		case *ast.SelectorExpr:
			if obj := r.U.M.Info.Uses[n.Sel]; obj != nil && obj != self {
				best = max(best, GrowsBy(r, obj, depth+1))
			}
		}
		return true
	})
	return best
}

func operandGrowth(r *flow.Region, e ast.Expr, self types.Object, depth int) flow.Growth {
	g := NoGrowth
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := r.U.M.Info.Uses[id]; obj != nil && obj != self {
				g = max(g, GrowsBy(r, obj, depth+1))
			}
		}
		return true
	})
	return g
}

// callGrowth looks into a helper of the same package that computes a delay from
// a counter.
func callGrowth(r *flow.Region, c *ast.CallExpr) flow.Growth {
	var body ast.Node
	if lit := Literal(r.U, c.Fun); lit != nil {
		body = lit.Body
	} else if decl := r.U.M.Sums.Decl(r.U.M.Sums.Callee(c)); decl != nil {
		body = decl.Body
	}
	if body == nil {
		return NoGrowth
	}
	if r.U.M.Info.TypeOf(c) == nil || !IsDelayType(r.U.M.Info.TypeOf(c)) {
		return NoGrowth
	}
	g := NoGrowth
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.SHL {
				g = Multiplies
			}
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN || n.Tok == token.SHL_ASSIGN {
				g = Multiplies
			}
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
				if self := r.U.M.Object(n.Lhs[0]); self != nil && multipliesSelf(r, n.Rhs[0], self) {
					g = Multiplies
				}
			}
		case *ast.CallExpr:
			if name := summary.LastName(n.Fun); name == "Pow" || name == "Exp2" {
				g = Multiplies
			}
		}
		return g != Multiplies
	})
	return g
}

// multipliesSelf reports whether an expression grows a variable by a factor:
// d * 2, d << 1, d + d/4, below min(...) and conversions too.
func multipliesSelf(r *flow.Region, e ast.Expr, self types.Object) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok {
			return !found
		}
		switch b.Op {
		case token.MUL, token.SHL:
			found = found || Mentions(r, b, self)
		case token.ADD:
			found = found || Mentions(r, b.X, self) && Mentions(r, b.Y, self)
		}
		return !found
	})
	return found
}

// IsDelayType reports whether a call's result can carry a delay: a number, or a
// timer that was set to it.
func IsDelayType(t types.Type) bool {
	if IsNumeric(t) {
		return true
	}
	return summary.IsNamed(t, "time", "Timer")
}

func IsNumeric(t types.Type) bool {
	b, ok := summary.TypeUnder[*types.Basic](t)
	return ok && b.Info()&types.IsNumeric != 0
}

func Mentions(r *flow.Region, e ast.Node, obj types.Object) bool {
	return UsesAny(r.U.M, e, map[types.Object]bool{obj: true})
}
