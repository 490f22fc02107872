package flow

import (
	"go/ast"
)

// Placed is a call and where it stands in the graph.
type Placed struct {
	Call  *ast.CallExpr
	Block int32
	Node  int
}
