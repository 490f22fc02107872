package summary

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// deadlineWait says how a receive from the Done channel of a context waits that
// the same function made to end by itself: it passes the time as a timer does.
func (p *Package) deadlineWait(n *ast.UnaryExpr) (Wait, bool) {
	id, ok := ast.Unparen(p.IsDone(n.X)).(*ast.Ident)
	if !ok {
		return Wait{}, false
	}
	made := p.deadline(p.pass.TypesInfo.Uses[id])
	if made == nil {
		return Wait{}, false
	}
	c := ast.Unparen(made.Rhs[0]).(*ast.CallExpr)
	w := Wait{Node: n, Kind: knowledge.Timer, Timer: n.X, Woken: p.HandedOn(made.Lhs[1], token.NoPos)}
	if LastName(c.Fun) == "WithTimeout" {
		w.Duration = c.Args[1]
	}
	if parent, ok := ast.Unparen(c.Args[0]).(*ast.CallExpr); !ok || LastName(parent.Fun) != "Background" && LastName(parent.Fun) != "TODO" {
		w.Cancel, w.CancelExpr = knowledge.Ctx, c.Args[0]
	}
	return w, true
}

// deadline is the statement that declares a context with a deadline of its own.
func (p *Package) deadline(obj types.Object) *ast.AssignStmt {
	if obj == nil || obj.Pkg() != p.pass.Pkg {
		return nil
	}
	file := p.fileOf(obj)
	if file == nil {
		return nil
	}
	var made *ast.AssignStmt
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || made != nil || n.Pos() > obj.Pos() || n.End() < obj.Pos() {
			return false
		}
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != 2 || len(a.Rhs) != 1 {
			return true
		}
		id, ok := a.Lhs[0].(*ast.Ident)
		if !ok || p.pass.TypesInfo.Defs[id] != obj {
			return true
		}
		if c, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr); ok {
			fn := p.Callee(c)
			if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "context" && (fn.Name() == "WithTimeout" || fn.Name() == "WithDeadline") {
				made = a
			}
		}
		return false
	})
	return made
}

// fileOf is the file that declares an object.
func (p *Package) fileOf(obj types.Object) *ast.File {
	for _, f := range p.pass.Files {
		if f.FileStart <= obj.Pos() && obj.Pos() < f.FileEnd {
			return f
		}
	}
	return nil
}

// HandedOn reports whether the function that ends a context is used, before a place if
// one is given, for more than calling it where it is declared: somebody else may end
// the context.
func (p *Package) HandedOn(e ast.Expr, before token.Pos) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return true
	}
	obj := p.pass.TypesInfo.ObjectOf(id)
	if obj == nil {
		return false // the blank identifier
	}
	deferred := map[*ast.FuncLit]bool{}
	uses, calls, elsewhere := 0, 0, 0
	ast.Inspect(p.fileOf(obj), func(n ast.Node) bool {
		if n != nil && before.IsValid() && n.Pos() >= before {
			return false
		}
		switch n := n.(type) {
		case *ast.DeferStmt:
			if lit, ok := n.Call.Fun.(*ast.FuncLit); ok {
				deferred[lit] = true
			}
		case *ast.FuncLit:
			if deferred[n] {
				return true // it runs when the function ends, as a deferred call does
			}
			if obj.Pos() < n.Pos() || n.End() < obj.Pos() {
				elsewhere += p.mentions(n, obj)
				return false
			}
		case *ast.Ident:
			if p.pass.TypesInfo.Uses[n] == obj {
				uses++
			}
		case *ast.CallExpr:
			if f, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && p.pass.TypesInfo.Uses[f] == obj {
				calls++
			}
		}
		return true
	})
	return uses > calls || elsewhere > 0
}

// mentions counts where code names an object.
func (p *Package) mentions(root ast.Node, obj types.Object) int {
	count := 0
	ast.Inspect(root, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.pass.TypesInfo.Uses[id] == obj {
			count++
		}
		return true
	})
	return count
}
