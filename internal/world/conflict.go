package world

import (
	"go/ast"
	"go/token"
	"strings"

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
				name += summary.LastName(a)
			}
		}
	case *ast.BinaryExpr:
		if e.Op != token.EQL && e.Op != token.NEQ {
			return false
		}
		name = summary.LastName(e.X) + summary.LastName(e.Y)
	default:
		return false
	}
	return ConflictName(name)
}

// ConflictName reports whether a name speaks of a conflict with another writer.
func ConflictName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range [...]string{"conflict", "keyexists", "alreadyexist", "errexist", "isexist", "comparefailed", "stale", "versionmismatch", "serializationfail", "conditionfailed", "preconditionfailed", "outofdate"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}
