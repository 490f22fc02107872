package summary

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Functions that stay with a connection or a stream until that ends.

// staysWith reports whether a function runs for as long as one that it calls does,
// which does so for as long as a connection or stream lives: it does nothing else, or
// it has set up what that call stays with.
func (p *Package) staysWith(f *function, c call) bool {
	if body := f.decl.Body.List; len(body) == 1 && onlyCalls(body[0], c.expr) {
		return true
	}
	if !f.small || p.inLiteral(f.decl.Body, c.expr) {
		return false
	}
	operands := c.expr.Args
	if sel, ok := c.expr.Fun.(*ast.SelectorExpr); ok {
		operands = append([]ast.Expr{sel.X}, operands...)
	}
	return slices.ContainsFunc(operands, func(e ast.Expr) bool { return p.setUp(f.decl.Body, object(p.pass.TypesInfo, e)) })
}

// onlyCalls reports whether a statement is a call, or returns what it gives.
func onlyCalls(s ast.Stmt, c *ast.CallExpr) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return ast.Unparen(s.X) == ast.Expr(c)
	case *ast.ReturnStmt:
		return len(s.Results) == 1 && ast.Unparen(s.Results[0]) == ast.Expr(c)
	}
	return false
}

// setUp reports whether a body assigns a variable the first result of a call that can
// fail by an error, and may leave the process.
func (p *Package) setUp(body *ast.BlockStmt, obj types.Object) bool {
	if obj == nil {
		return false
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.AssignStmt:
			if len(n.Rhs) != 1 || len(n.Lhs) < 2 || object(p.pass.TypesInfo, n.Lhs[0]) != obj {
				return true
			}
			c, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
			if !ok {
				return true
			}
			sig, ok := TypeUnder[*types.Signature](p.pass.TypesInfo.TypeOf(c.Fun))
			found = found || ok && FailsBy(sig) == ByError && p.OfCall(c).Place != knowledge.Local
		}
		return !found
	})
	return found
}
