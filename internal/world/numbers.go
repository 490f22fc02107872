package world

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
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
