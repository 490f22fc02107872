// Package syntax answers questions about a syntax tree that several checks ask and
// that need no model: what an expression names, what a function does itself, which
// failure a place is reached by.
package syntax

import (
	"go/ast"
	"go/constant"
	"go/token"
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

// IsComparison reports whether an operator compares two values.
func IsComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
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

// Literal is the composite literal that an expression is, or is the address of.
func Literal(e ast.Expr) (*ast.CompositeLit, bool) {
	if e == nil {
		return nil, false
	}
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	return lit, ok
}

// IsZero reports whether an expression is a constant of no worth: 0, or false.
func IsZero(info *types.Info, e ast.Expr) bool {
	tv := info.Types[e]
	if tv.Value == nil {
		return false
	}
	switch tv.Value.Kind() {
	case constant.Int, constant.Float:
		return constant.Sign(tv.Value) == 0
	case constant.Bool:
		return !constant.BoolVal(tv.Value)
	}
	return false
}

// IsFalse reports whether an expression is the constant false.
func IsFalse(info *types.Info, e ast.Expr) bool {
	tv := info.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.Bool && !constant.BoolVal(tv.Value)
}

// Heard lists the calls below a node whose results are not thrown away at once.
func Heard(n ast.Node) []*ast.CallExpr {
	var out []*ast.CallExpr
	dropped := map[ast.Node]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			dropped[ast.Unparen(n.X)] = true
		case *ast.CallExpr:
			if !dropped[n] {
				out = append(out, n)
			}
		}
		return true
	})
	return out
}

// OnlyResult is what the only return of a function's body gives back, if that is one
// value, and else nil.
func OnlyResult(body *ast.BlockStmt) ast.Expr {
	var result ast.Expr
	returns := 0
	Own(body, func(n ast.Node) {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			returns++
			if len(ret.Results) == 1 {
				result = ret.Results[0]
			}
		}
	})
	if returns != 1 {
		return nil
	}
	return result
}
