package world

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
)

// Counter finds where a counter starts, by how much it moves, and where.
func Counter(r *flow.Region, obj types.Object) (start, step int64, at token.Pos, ok bool) {
	started := false
	for _, d := range r.U.Definitions()[obj] {
		switch d.Tok {
		case token.INC, token.DEC, token.ADD_ASSIGN, token.SUB_ASSIGN:
			if !r.Contains(d.Node) || step != 0 {
				return 0, 0, 0, false
			}
			step, at = 1, d.Node.Pos()
			if d.Rhs != nil {
				if step, ok = Constant(r.U, d.Rhs); !ok {
					return 0, 0, 0, false
				}
			}
			if d.Tok == token.DEC || d.Tok == token.SUB_ASSIGN {
				step = -step
			}
		case token.VAR:
			started = true
		case token.DEFINE, token.ASSIGN:
			if started || d.Multi {
				return 0, 0, 0, false
			}
			if start, ok = Constant(r.U, d.Rhs); !ok {
				return 0, 0, 0, false
			}
			started = true
		default:
			return 0, 0, 0, false
		}
	}
	return start, step, at, started && step != 0
}

// Constant is the value of an integer expression that nothing can change: a
// constant, or a variable, parameter aside, that has one value. Variables of the
// package that others may set are none.
func Constant(u *flow.Unit, e ast.Expr) (int64, bool) {
	if n, ok := ConstInt(u.M, e); ok {
		return n, true
	}
	if c, ok := CallOf(e); ok && len(c.Args) == 1 && u.M.Info.Types[c.Fun].IsType() {
		return Constant(u, c.Args[0])
	}
	if v, ok := u.M.Object(e).(*types.Var); !ok || IsParam(u, v) {
		return 0, false
	}
	c, sure := u.M.Values().Constant(e)
	if sure != value.Fixed || c.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c)
}

// AtMost is the largest value that an integer expression can have; false if that is
// not known.
func AtMost(u *flow.Unit, e ast.Expr) (int64, bool) {
	if n, ok := Constant(u, e); ok {
		return n, true
	}
	hi := u.M.Values().Bound(e).Hi
	if math.IsInf(hi, 1) || hi >= math.MaxInt32 {
		return 0, false
	}
	return int64(hi), true
}

// Composite is the literal that an expression is, or that a local variable is
// given once.
func Composite(u *flow.Unit, e ast.Expr) (*ast.CompositeLit, bool) {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return lit, true
	}
	defs := u.Definitions()[u.M.Object(e)]
	if len(defs) == 1 && defs[0].Rhs != nil {
		lit, ok := ast.Unparen(defs[0].Rhs).(*ast.CompositeLit)
		return lit, ok
	}
	return nil, false
}

// OnlyCall is the call that gives a variable its only value.
func OnlyCall(r *flow.Region, v *types.Var) *ast.CallExpr {
	defs := r.U.Definitions()[v]
	if len(defs) != 1 || !r.Contains(defs[0].Node) {
		return nil
	}
	c, _ := CallOf(defs[0].Rhs)
	return c
}
