package world

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

func IsInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// ConstFloat is the value of a constant number.
func ConstFloat(m *flow.Package, e ast.Expr) (float64, bool) {
	tv := m.Info.Types[e]
	if tv.Value == nil {
		return 0, false
	}
	v := constant.ToFloat(tv.Value)
	if v.Kind() != constant.Float {
		return 0, false
	}
	n, _ := constant.Float64Val(v)
	return n, true
}

// Outlives reports whether a variable lives on when a function returns.
func Outlives(m *flow.Package, v *types.Var) bool {
	return v.IsField() || v.Parent() == m.Pass.Pkg.Scope()
}

func Flip(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// ConstInt is the value of a constant integer expression.
func ConstInt(m *flow.Package, e ast.Expr) (int64, bool) {
	tv, ok := m.Info.Types[e]
	if !ok || tv.Value == nil {
		return 0, false
	}
	v := constant.ToInt(tv.Value)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

func CompareInts(a int64, op token.Token, b int64) bool {
	switch op {
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	case token.GEQ:
		return a >= b
	case token.EQL:
		return a == b
	case token.NEQ:
		return a != b
	}
	return false
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
