package delay

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// total is how long a site waits at most, its last attempt behind it, in
// nanoseconds; 0 where the number of attempts, or what the delay is computed from,
// is not constant.
func total(s *site.Site) float64 {
	m := s.Unit.M
	if s.Region == nil || s.Delay.Expr == nil {
		return 0
	}
	t := &tracer{m: m, site: s, max: site.MostAttempts(m, s)}
	return t.highest(&frame{r: s.Region}, s.Delay.Expr) * float64(t.max-1)
}

// highest is the value of a site's delay before its last attempt, in nanoseconds.
// It is 0 where the number of attempts, or what the delay is computed
// from, is not constant.
func (t *tracer) highest(f *frame, delay ast.Expr) float64 {
	if t.max < 2 {
		return 0
	}
	n, ok := t.worth(f, delay, t.max-1, 0)
	if !ok {
		return 0
	}
	return n
}

// worth is the value of an expression in a round, counted from 1; of random
// numbers the highest.
func (t *tracer) worth(f *frame, e ast.Expr, round int64, depth int) (float64, bool) {
	if n, ok := world.ConstFloat(t.m, e); ok {
		return n, true
	}
	if depth > 12 {
		return 0, false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		x, ok := t.worth(f, e.X, round, depth+1)
		y, okY := t.worth(f, e.Y, round, depth+1)
		if !ok || !okY {
			return 0, false
		}
		switch e.Op {
		case token.ADD:
			return x + y, true
		case token.SUB:
			return x - y, true
		case token.MUL:
			return x * y, true
		case token.QUO:
			return x / y, y != 0
		case token.SHL:
			return math.Ldexp(x, int(min(max(y, -1000), 1000))), true
		}
	case *ast.CallExpr:
		return t.worthOfCall(f, e, round, depth)
	case *ast.Ident:
		if v, ok := t.m.Object(e).(*types.Var); ok {
			return t.worthOfVar(f, v, round, depth)
		}
	}
	return 0, false
}

func (t *tracer) worthOfCall(f *frame, c *ast.CallExpr, round int64, depth int) (float64, bool) {
	fn := world.Callee(f.r.U, c)
	switch {
	case t.m.Info.Types[c.Fun].IsType():
		return t.worth(f, c.Args[0], round, depth+1)
	case isPower(fn):
		x, ok := 2.0, true
		if len(c.Args) == 2 {
			x, ok = t.worth(f, c.Args[0], round, depth+1)
		}
		y, okY := t.worth(f, c.Args[len(c.Args)-1], round, depth+1)
		return math.Pow(x, y), ok && okY
	case t.m.Sums.OfCall(c).Random && len(c.Args) == 0 && isFloat(t.m.Info.TypeOf(c)):
		return 1, true
	case t.m.Sums.OfCall(c).Random && len(c.Args) == 1 && t.m.Sums.Decl(fn) == nil:
		return t.worth(f, c.Args[0], round, depth+1)
	}
	return 0, false
}

// worthOfVar is the value of a variable: of a counter, of what is multiplied
// each round by a constant, or of what is assigned once.
func (t *tracer) worthOfVar(f *frame, v *types.Var, round int64, depth int) (float64, bool) {
	if arg, ok := f.args[v]; ok {
		return t.worth(f.caller, arg, round, depth+1)
	}
	if v.IsField() || world.IsParam(f.r.U, v) {
		return 0, false
	}
	defs := f.r.U.Definitions()[v]
	if len(defs) == 1 && defs[0].Tok == token.RANGE {
		loop, ok := defs[0].Node.(*ast.RangeStmt)
		return float64(round - 1), ok && defs[0].Node == f.r.Node && f.r.U.M.Object(loop.Key) == v
	}
	if len(defs) == 1 && defs[0].Rhs != nil && !defs[0].Multi {
		return t.worth(f, defs[0].Rhs, round, depth+1)
	}
	if start, step, _, ok := world.Counter(f.r, v); ok {
		return float64(start + step*(round-1)), true
	}
	first, factor, ok := geometric(f.r, v)
	return first * math.Pow(factor, float64(round-1)), ok
}

// geometric finds where a variable starts that is multiplied by a constant each
// round, and by how much.
func geometric(r *flow.Region, v *types.Var) (first, factor float64, ok bool) {
	for _, d := range r.U.Definitions()[v] {
		if d.Rhs == nil || d.Multi {
			return 0, 0, false
		}
		switch n, isConst := world.ConstFloat(r.U.M, d.Rhs); {
		case d.Tok == token.MUL_ASSIGN && isConst && factor == 0:
			factor = n
		case d.Tok == token.SHL_ASSIGN && isConst && factor == 0:
			factor = math.Pow(2, n)
		case d.Tok == token.ADD_ASSIGN && factor == 0 && r.U.M.Object(d.Rhs) == v:
			factor = 2
		case (d.Tok == token.DEFINE || d.Tok == token.ASSIGN) && isConst && first == 0:
			first = n
		case d.Tok == token.ASSIGN && factor == 0:
			b, isProduct := ast.Unparen(d.Rhs).(*ast.BinaryExpr)
			if !isProduct || b.Op != token.MUL {
				return 0, 0, false
			}
			x, y := b.X, b.Y
			if r.U.M.Object(x) != v {
				x, y = y, x
			}
			if factor, isConst = world.ConstFloat(r.U.M, y); !isConst || r.U.M.Object(x) != v {
				return 0, 0, false
			}
		default:
			return 0, 0, false
		}
	}
	return first, factor, first > 0 && factor > 1
}
