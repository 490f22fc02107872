// Package syntax answers questions about a syntax tree that several checks ask and
// that need no model: what an expression names, what a function does itself, which
// failure a place is reached by.
package syntax

import (
	"go/ast"
	"go/types"
)

// Variable is the variable or field that an expression names: q and c.q; nil for all
// others.
func Variable(info *types.Info, e ast.Expr) *types.Var {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	default:
		return nil
	}
	v, _ := info.ObjectOf(id).(*types.Var)
	return v
}

// Mentions reports whether a node names an object.
func Mentions(info *types.Info, n ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.ObjectOf(id) == obj {
			found = true
		}
		return !found
	})
	return found
}

// Own visits what a function does itself, and not what the function literals in it do.
func Own(n ast.Node, visit func(ast.Node)) {
	ast.Inspect(n, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if n != nil {
			visit(n)
		}
		return true
	})
}
