package summary

import "go/ast"

// LastName is the identifier that an expression ends in, the method of a call or
// the field of a selector, or "".
func LastName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.CallExpr:
		return LastName(e.Fun)
	case *ast.IndexExpr:
		return LastName(e.X)
	}
	return ""
}
