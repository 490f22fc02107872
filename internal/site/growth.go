package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/summary"
)

// growth is how a variable develops from round to round.
type growth uint8

const (
	noGrowth growth = iota
	adds
	multiplies
)

// growsBy says how the region changes a numeric variable each round.
func (r *region) growsBy(obj types.Object, depth int) growth {
	v, ok := obj.(*types.Var)
	if !ok || depth > 3 || !isNumeric(v.Type()) {
		return noGrowth
	}
	if g, known := r.growth[v]; known {
		return g
	}
	if r.growth == nil {
		r.growth = map[types.Object]growth{}
	}
	r.growth[v] = noGrowth // while it is asked about itself
	best := noGrowth
	for _, d := range r.u.definitions()[obj] {
		if !r.contains(d.node) && d.node != r.node {
			continue
		}
		var g growth
		switch d.tok {
		case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
			g = adds
			if d.rhs != nil && r.mentions(d.rhs, obj) {
				g = multiplies // d += d
			}
		case token.MUL_ASSIGN, token.SHL_ASSIGN:
			g = multiplies
		case token.RANGE:
			if rs, ok := d.node.(*ast.RangeStmt); ok && rs == r.node {
				g = adds
			}
		case token.ASSIGN, token.DEFINE:
			if d.rhs != nil && !d.multi {
				g = r.exprGrowth(d.rhs, obj, depth+1)
			}
		}
		best = max(best, g)
	}
	r.growth[v] = best
	return best
}

// exprGrowth says how an expression grows from round to round. self is the
// variable that it is assigned to.
func (r *region) exprGrowth(e ast.Expr, self types.Object, depth int) growth {
	if depth > 4 {
		return noGrowth
	}
	best := noGrowth
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			switch n.Op {
			case token.MUL, token.SHL, token.ADD:
				x, y := r.operandGrowth(n.X, self, depth), r.operandGrowth(n.Y, self, depth)
				selfIn := self != nil && (r.mentions(n.X, self) || r.mentions(n.Y, self))
				switch {
				case n.Op == token.SHL && y != noGrowth, n.Op == token.MUL && selfIn, n.Op == token.ADD && self != nil && r.mentions(n.X, self) && r.mentions(n.Y, self):
					best = multiplies
				case n.Op == token.ADD && selfIn:
					best = max(best, adds)
				default:
					best = max(best, x, y)
				}
				return true
			}
		case *ast.CallExpr:
			name := summary.LastName(n.Fun)
			if (name == "Pow" || name == "Exp2" || name == "Exp") && len(n.Args) > 0 {
				for _, a := range n.Args {
					if r.operandGrowth(a, self, depth) != noGrowth {
						best = multiplies
					}
				}
			}
			if !r.u.m.info.Types[n.Fun].IsType() {
				best = max(best, r.callGrowth(n))
			}
		case *ast.Ident:
			if obj := r.u.m.info.Uses[n]; obj != nil && obj != self {
				best = max(best, r.growsBy(obj, depth+1))
			}
		case *ast.SelectorExpr:
			if obj := r.u.m.info.Uses[n.Sel]; obj != nil && obj != self {
				best = max(best, r.growsBy(obj, depth+1))
			}
		}
		return true
	})
	return best
}

func (r *region) operandGrowth(e ast.Expr, self types.Object, depth int) growth {
	g := noGrowth
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := r.u.m.info.Uses[id]; obj != nil && obj != self {
				g = max(g, r.growsBy(obj, depth+1))
			}
		}
		return true
	})
	return g
}

// callGrowth looks into a helper of the same package that computes a delay from
// a counter.
func (r *region) callGrowth(c *ast.CallExpr) growth {
	var body ast.Node
	if lit := r.u.literal(c.Fun); lit != nil {
		body = lit.Body
	} else if decl := r.u.m.sums.Decl(r.u.m.sums.Callee(c)); decl != nil {
		body = decl.Body
	}
	if body == nil {
		return noGrowth
	}
	if r.u.m.info.TypeOf(c) == nil || !isDelayType(r.u.m.info.TypeOf(c)) {
		return noGrowth
	}
	g := noGrowth
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.SHL {
				g = multiplies
			}
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN || n.Tok == token.SHL_ASSIGN {
				g = multiplies
			}
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
				if self := r.u.m.object(n.Lhs[0]); self != nil && r.multipliesSelf(n.Rhs[0], self) {
					g = multiplies
				}
			}
		case *ast.CallExpr:
			if name := summary.LastName(n.Fun); name == "Pow" || name == "Exp2" {
				g = multiplies
			}
		}
		return g != multiplies
	})
	return g
}

// multipliesSelf reports whether an expression grows a variable by a factor:
// d * 2, d << 1, d + d/4, below min(...) and conversions too.
func (r *region) multipliesSelf(e ast.Expr, self types.Object) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok {
			return !found
		}
		switch b.Op {
		case token.MUL, token.SHL:
			found = found || r.mentions(b, self)
		case token.ADD:
			found = found || r.mentions(b.X, self) && r.mentions(b.Y, self)
		}
		return !found
	})
	return found
}

// isDelayType reports whether a call's result can carry a delay: a number, or a
// timer that was set to it.
func isDelayType(t types.Type) bool {
	if isNumeric(t) {
		return true
	}
	return summary.IsNamed(t, "time", "Timer")
}

func isNumeric(t types.Type) bool {
	b, ok := summary.TypeUnder[*types.Basic](t)
	return ok && b.Info()&types.IsNumeric != 0
}

func (r *region) mentions(e ast.Node, obj types.Object) bool {
	return r.u.m.usesAny(e, map[types.Object]bool{obj: true})
}

// callGrowthOf reports whether a helper's body multiplies.
func (r *region) callGrowthOf(body ast.Node) growth {
	g := noGrowth
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && summary.LastName(c.Fun) == "Pow" {
			g = multiplies
		}
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.SHL {
			g = multiplies
		}
		return true
	})
	return g
}
