package fixes

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/summary"
)

// bareWait is a statement that does nothing but wait.
type bareWait struct {
	sleep    bool     // by time.Sleep or what is nothing else
	duration ast.Expr // of a sleep
	channel  ast.Expr // that is received from
	pkg      string   // package time, as the statement writes it: "time."
	sel      *ast.SelectStmt
}

// bare looks at the statement that a wait stands in; nil if it does anything
// besides.
func bare(f *Fixer, p *place, w *summary.Wait) *bareWait {
	if w.Select != nil {
		if ast.Stmt(w.Select) != p.stmt {
			return nil
		}
		return &bareWait{sel: w.Select}
	}
	e, ok := p.stmt.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	switch x := ast.Unparen(e.X).(type) {
	case *ast.UnaryExpr:
		if ast.Node(x) == w.Node {
			return &bareWait{channel: x.X}
		}
	case *ast.CallExpr:
		if ast.Node(x) != w.Node || len(x.Args) != 1 {
			return nil
		}
		fn, ok := callee(f.pass.TypesInfo, x).(*types.Func)
		if !ok || fn.FullName() != "time.Sleep" {
			return nil
		}
		b := &bareWait{sleep: true, duration: x.Args[0]}
		switch fun := x.Fun.(type) {
		case *ast.SelectorExpr:
			b.pkg = p.src.Of(fun.X) + "."
		case *ast.Ident:
			if fn.Pkg() == f.pass.Pkg {
				return nil
			}
		default:
			return nil
		}
		return b
	}
	return nil
}
