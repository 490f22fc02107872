package world

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Attempt is a call that a site makes again.
type Attempt struct {
	Call   *ast.CallExpr
	Callee *types.Func // nil for a function value
	// Literal is the body of the function literal that is called, if it is one.
	Literal *ast.BlockStmt
	Entry   knowledge.Entry
	Place   knowledge.Place
	Ctx     ast.Expr // the context handed on, nil if none
}
