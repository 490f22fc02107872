package world

import (
	"go/ast"
	"go/token"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// ConflictTest reports whether an expression asks if another writer came first.
func ConflictTest(e ast.Expr) bool {
	var name string
	switch e := e.(type) {
	case *ast.CallExpr:
		name = summary.LastName(e.Fun)
		if name == "Is" || name == "As" {
			for _, a := range e.Args[min(1, len(e.Args)):] {
				name += "_" + summary.LastName(a)
			}
		}
	case *ast.BinaryExpr:
		if e.Op != token.EQL && e.Op != token.NEQ {
			return false
		}
		name = summary.LastName(e.X) + "_" + summary.LastName(e.Y)
	default:
		return false
	}
	return knowledge.Conflict(name)
}
