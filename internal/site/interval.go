package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"strings"
)

// interval is what is known of the values of a numeric expression.
type interval struct{ lo, hi float64 }

// between finds the interval of an expression that is made of constants and
// random numbers, by arithmetic, conversions and variables assigned once.
func (u *unit) between(e ast.Expr, depth int) (interval, bool) {
	if n, ok := u.m.constFloat(e); ok {
		return interval{n, n}, true
	}
	if depth > 8 {
		return interval{}, false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		x, ok := u.between(e.X, depth+1)
		y, okY := u.between(e.Y, depth+1)
		if !ok || !okY {
			return interval{}, false
		}
		return u.combine(e, x, y)
	case *ast.UnaryExpr:
		x, ok := u.between(e.X, depth+1)
		return interval{-x.hi, -x.lo}, ok && e.Op == token.SUB
	case *ast.CallExpr:
		return u.betweenCall(e, depth)
	case *ast.Ident:
		v, ok := u.m.object(e).(*types.Var)
		if !ok || v.IsField() || u.isParam(v) || u.m.outlives(v) {
			return interval{}, false
		}
		defs := u.definitions()[v]
		if len(defs) != 1 || defs[0].rhs == nil || defs[0].multi || defs[0].tok != token.DEFINE {
			return interval{}, false
		}
		return u.between(defs[0].rhs, depth+1)
	}
	return interval{}, false
}

func (u *unit) combine(e *ast.BinaryExpr, x, y interval) (interval, bool) {
	switch e.Op {
	case token.ADD:
		return interval{x.lo + y.lo, x.hi + y.hi}, true
	case token.SUB:
		return interval{x.lo - y.hi, x.hi - y.lo}, true
	case token.MUL:
		a, b, c, d := x.lo*y.lo, x.lo*y.hi, x.hi*y.lo, x.hi*y.hi
		return interval{min(a, b, c, d), max(a, b, c, d)}, true
	case token.QUO:
		if y.lo != y.hi || y.lo <= 0 {
			return interval{}, false
		}
		out := interval{x.lo / y.lo, x.hi / y.lo}
		if !isFloat(u.m.info.TypeOf(e)) {
			out = interval{math.Trunc(out.lo), math.Trunc(out.hi)}
		}
		return out, true
	}
	return interval{}, false
}

func (u *unit) betweenCall(c *ast.CallExpr, depth int) (interval, bool) {
	if u.m.info.Types[c.Fun].IsType() {
		in, ok := u.between(c.Args[0], depth+1)
		if ok && isFloat(u.m.info.TypeOf(c.Args[0])) && !isFloat(u.m.info.TypeOf(c)) {
			in = interval{math.Trunc(in.lo), math.Trunc(math.Nextafter(in.hi, in.lo))}
		}
		return in, ok
	}
	name, ok := u.draws(c)
	if !ok {
		return interval{}, false
	}
	if strings.HasPrefix(name, "Float") {
		return interval{0, 1}, true // 1 is never drawn, see betweenCall's conversions
	}
	if len(c.Args) == 1 {
		n, ok := u.between(c.Args[0], depth+1)
		return interval{0, n.hi - 1}, ok && n.lo == n.hi && n.hi > 0
	}
	return interval{}, false
}

// draws returns the name of the function or method of math/rand that a call
// draws a number by.
func (u *unit) draws(c *ast.CallExpr) (string, bool) {
	fn := u.m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return "", false
	}
	switch fn.Pkg().Path() {
	case "math/rand", "math/rand/v2":
	default:
		return "", false
	}
	switch name := fn.Name(); name {
	case "Float32", "Float64", "Int", "Int31", "Int63", "Int32", "Int64", "Uint32", "Uint64", "Uint",
		"Intn", "Int31n", "Int63n", "IntN", "Int32N", "Int64N", "UintN", "Uint32N", "Uint64N", "N":
		return name, true
	}
	return "", false
}

// hasDraw reports whether a number is drawn in an expression, or in the only
// value of a variable that it mentions.
func (u *unit) hasDraw(e ast.Expr) bool { return u.drawIn(e) != nil }

// drawIn is the first call in an expression that draws a number, through
// variables assigned once.
func (u *unit) drawIn(e ast.Expr) *ast.CallExpr { return u.drawBelow(e, 0) }

func (u *unit) drawBelow(e ast.Expr, depth int) *ast.CallExpr {
	var found *ast.CallExpr
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if _, ok := u.draws(n); ok && found == nil {
				found = n
			}
		case *ast.Ident:
			v, ok := u.m.info.Uses[n].(*types.Var)
			if !ok || v.IsField() || depth > 3 || !isNumeric(v.Type()) {
				return true
			}
			if defs := u.definitions()[v]; len(defs) == 1 && defs[0].rhs != nil && !defs[0].multi && found == nil {
				found = u.drawBelow(defs[0].rhs, depth+1)
			}
		}
		return found == nil
	})
	return found
}
