package site

import (
	"go/ast"
	"go/types"
)

// Leak is a response whose body is left open on a way to the next attempt.
type Leak struct {
	Call     *ast.CallExpr // gave back the response
	Response *types.Var
	// Exit is where the attempt is left: a return of the function that the
	// attempt runs; nil in a loop.
	Exit *ast.ReturnStmt
}
