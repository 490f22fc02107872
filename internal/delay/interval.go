package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// interval is what is known of the values of a numeric expression.
type interval struct{ lo, hi float64 }

// between finds the interval of an expression that is made of constants and
// random numbers, by arithmetic, conversions and variables assigned once.
func between(u *flow.Unit, e ast.Expr, depth int) (interval, bool) {
	if n, ok := world.ConstFloat(u.M, e); ok {
		return interval{n, n}, true
	}
	if depth > 8 {
		return interval{}, false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		x, ok := between(u, e.X, depth+1)
		y, okY := between(u, e.Y, depth+1)
		if !ok || !okY {
			return interval{}, false
		}
		return combine(u, e, x, y)
	case *ast.UnaryExpr:
		x, ok := between(u, e.X, depth+1)
		return interval{-x.hi, -x.lo}, ok && e.Op == token.SUB
	case *ast.CallExpr:
		return betweenCall(u, e, depth)
	case *ast.Ident:
		v, ok := u.M.Object(e).(*types.Var)
		if !ok || v.IsField() || world.IsParam(u, v) || world.Outlives(u.M, v) {
			return interval{}, false
		}
		defs := u.Definitions()[v]
		if len(defs) != 1 || defs[0].Rhs == nil || defs[0].Multi || defs[0].Tok != token.DEFINE {
			return interval{}, false
		}
		return between(u, defs[0].Rhs, depth+1)
	}
	return interval{}, false
}

func combine(u *flow.Unit, e *ast.BinaryExpr, x, y interval) (interval, bool) {
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
		if !isFloat(u.M.Info.TypeOf(e)) {
			out = interval{math.Trunc(out.lo), math.Trunc(out.hi)}
		}
		return out, true
	}
	return interval{}, false
}

func betweenCall(u *flow.Unit, c *ast.CallExpr, depth int) (interval, bool) {
	if u.M.Info.Types[c.Fun].IsType() {
		in, ok := between(u, c.Args[0], depth+1)
		if ok && isFloat(u.M.Info.TypeOf(c.Args[0])) && !isFloat(u.M.Info.TypeOf(c)) {
			in = interval{math.Trunc(in.lo), math.Trunc(math.Nextafter(in.hi, in.lo))}
		}
		return in, ok
	}
	name, ok := draws(u, c)
	if !ok {
		return interval{}, false
	}
	if strings.HasPrefix(name, "Float") {
		return interval{0, 1}, true // 1 is never drawn, see betweenCall's conversions
	}
	if len(c.Args) == 1 {
		n, ok := between(u, c.Args[0], depth+1)
		return interval{0, n.hi - 1}, ok && n.lo == n.hi && n.hi > 0
	}
	return interval{}, false
}

// draws returns the name of the function or method of math/rand that a call
// draws a number by.
func draws(u *flow.Unit, c *ast.CallExpr) (string, bool) {
	fn := u.M.Sums.Callee(c)
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
func hasDraw(u *flow.Unit, e ast.Expr) bool { return drawIn(u, e) != nil }

// drawIn is the first call in an expression that draws a number, through
// variables assigned once.
func drawIn(u *flow.Unit, e ast.Expr) *ast.CallExpr { return drawBelow(u, e, 0) }

func drawBelow(u *flow.Unit, e ast.Expr, depth int) *ast.CallExpr {
	var found *ast.CallExpr
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if _, ok := draws(u, n); ok && found == nil {
				found = n
			}
		case *ast.Ident:
			v, ok := u.M.Info.Uses[n].(*types.Var)
			if !ok || v.IsField() || depth > 3 || !world.IsNumeric(v.Type()) {
				return true
			}
			if defs := u.Definitions()[v]; len(defs) == 1 && defs[0].Rhs != nil && !defs[0].Multi && found == nil {
				found = drawBelow(u, defs[0].Rhs, depth+1)
			}
		}
		return found == nil
	})
	return found
}

func isFloat(t types.Type) bool {
	b, ok := summary.TypeUnder[*types.Basic](t)
	return ok && b.Info()&types.IsFloat != 0
}
