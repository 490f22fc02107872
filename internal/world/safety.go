package world

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

func ReturnsBool(m *flow.Package, c *ast.CallExpr) bool {
	b, ok := summary.TypeUnder[*types.Basic](m.Info.TypeOf(c))
	return ok && b.Info()&types.IsBoolean != 0
}
