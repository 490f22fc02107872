package syntax

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/retryvet/retryvet/internal/summary"
)

// Failure is the branch of a condition that is taken where an error is not nil.
type Failure struct {
	At   inspector.Cursor // the if statement
	If   *ast.IfStmt
	Body *ast.BlockStmt
	Err  *types.Var // what is not nil
	// Only is set where nothing but the error decides: the place is reached
	// whatever the error is, and each time that there is one.
	Only bool
}

// OfFailure is the innermost such branch that a node stands in, nil if there is
// none in the function around it.
func OfFailure(info *types.Info, c inspector.Cursor) *Failure {
	only := true
	from := c
	for at := c.Parent(); at.Node() != nil; from, at = at, at.Parent() {
		switch n := at.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		case *ast.IfStmt:
			if from.Node() == n.Cond || from.Node() == n.Init {
				continue
			}
			if err, exact := failed(info, n.Cond, token.NEQ); err != nil && from.Node() == n.Body {
				return &Failure{At: at, If: n, Body: n.Body, Err: err, Only: only && exact}
			}
			if err, exact := failed(info, n.Cond, token.EQL); err != nil && exact && from.Node() == n.Else {
				if body, ok := n.Else.(*ast.BlockStmt); ok {
					return &Failure{At: at, If: n, Body: body, Err: err, Only: only}
				}
			}
			only = false
		case *ast.CaseClause:
			only = false
		}
	}
	return nil
}

// Call is the call that gave the error, in the statement itself or in the one before
// it; nil if it is another.
func (f *Failure) Call(info *types.Info) *ast.CallExpr {
	a, ok := f.If.Init.(*ast.AssignStmt)
	if !ok {
		prev, has := f.At.PrevSibling()
		if !has {
			return nil
		}
		if a, ok = prev.Node().(*ast.AssignStmt); !ok {
			return nil
		}
	}
	id, ok := a.Lhs[len(a.Lhs)-1].(*ast.Ident)
	if !ok || info.ObjectOf(id) != f.Err || len(a.Rhs) != 1 {
		return nil
	}
	call, _ := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	return call
}

// failed is the variable that a condition compares with nil: err != nil, or a part
// of a conjunction. exact is set where there is no other part.
func failed(info *types.Info, cond ast.Expr, op token.Token) (err *types.Var, exact bool) {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return nil, false
	}
	if b.Op == token.LAND && op == token.NEQ {
		if err, _ := failed(info, b.X, op); err != nil {
			return err, false
		}
		err, _ := failed(info, b.Y, op)
		return err, false
	}
	id, ok := ast.Unparen(b.X).(*ast.Ident)
	if !ok || b.Op != op || !info.Types[b.Y].IsNil() {
		return nil, false
	}
	v, ok := info.ObjectOf(id).(*types.Var)
	if !ok || !summary.IsError(v.Type()) {
		return nil, false
	}
	return v, true
}
