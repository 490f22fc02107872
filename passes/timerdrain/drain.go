package timerdrain

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/retryvet/retryvet/internal/summary"
)

// finder looks for drains in one package.
type finder struct {
	pass *analysis.Pass
	sums *summary.Package

	drains  []*drain
	stops   map[*ast.CallExpr]bool       // the calls of Stop in their conditions
	helpers map[*types.Func]map[int]bool // parameters that functions of the package drain
	walks   map[way]*walk
}

// drain is the statement that stops a timer and, where it had expired, receives
// from its channel and from nothing else.
type drain struct {
	stop    *ast.CallExpr
	receive *ast.ExprStmt
	timer   path
	expr    ast.Expr       // the timer as written
	funcs   []*ast.FuncLit // the literals that it stands in, the innermost first
	decl    *ast.FuncDecl
	// deferred is set where the innermost literal is what a defer statement calls.
	deferred *ast.DeferStmt
}

// collect lists the drains of the package.
func (f *finder) collect() {
	f.stops, f.walks = map[*ast.CallExpr]bool{}, map[way]*walk{}
	in := f.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for c := range in.Root().Preorder((*ast.IfStmt)(nil)) {
		d := f.drain(c.Node().(*ast.IfStmt))
		if d == nil {
			continue
		}
		for outer := range c.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
			switch n := outer.Node().(type) {
			case *ast.FuncLit:
				if len(d.funcs) == 0 {
					d.deferred = deferOf(outer)
				}
				d.funcs = append(d.funcs, n)
			case *ast.FuncDecl:
				d.decl = n
			}
		}
		if d.decl != nil {
			f.drains = append(f.drains, d)
			f.stops[d.stop] = true
		}
	}
}

// drain recognises if !t.Stop() { <-t.C }, with whatever follows in the block.
func (f *finder) drain(s *ast.IfStmt) *drain {
	not, ok := ast.Unparen(s.Cond).(*ast.UnaryExpr)
	if !ok || not.Op != token.NOT || len(s.Body.List) == 0 {
		return nil
	}
	call, ok := ast.Unparen(not.X).(*ast.CallExpr)
	if !ok {
		return nil
	}
	timer := f.methodOfTimer(call, "Stop")
	receive, ok := s.Body.List[0].(*ast.ExprStmt)
	if timer == nil || !ok {
		return nil
	}
	p, ok := f.path(timer)
	if !ok || f.received(receive.X) != p {
		return nil
	}
	return &drain{stop: call, receive: receive, timer: p, expr: timer}
}

// deferOf is the defer statement that calls a literal, or nil.
func deferOf(lit inspector.Cursor) *ast.DeferStmt {
	call, ok := lit.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != lit.Node() {
		return nil
	}
	d, _ := lit.Parent().Parent().Node().(*ast.DeferStmt)
	return d
}

// methodOfTimer is the timer that a call calls a method of, or nil.
func (f *finder) methodOfTimer(call *ast.CallExpr, method string) ast.Expr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != method || !isTimer(f.pass.TypesInfo.TypeOf(sel.X)) {
		return nil
	}
	return sel.X
}

func isTimer(t types.Type) bool { return t != nil && summary.IsNamed(t, "time", "Timer") }

// received is the timer whose channel an expression receives from; the zero path
// if it does no such thing.
func (f *finder) received(e ast.Expr) path {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok || u.Op != token.ARROW {
		return path{}
	}
	sel, ok := ast.Unparen(u.X).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "C" || !isTimer(f.pass.TypesInfo.TypeOf(sel.X)) {
		return path{}
	}
	p, _ := f.path(sel.X)
	return p
}

// path is a variable, or a field of what a variable holds: t, s.timer.
type path struct {
	root  types.Object
	field types.Object // nil for the variable itself
}

func (f *finder) path(e ast.Expr) (path, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := f.pass.TypesInfo.ObjectOf(e).(*types.Var)
		return path{root: v}, ok
	case *ast.SelectorExpr:
		id, ok := ast.Unparen(e.X).(*ast.Ident)
		if !ok {
			return path{}, false
		}
		root, ok := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
		return path{root, f.pass.TypesInfo.ObjectOf(e.Sel)}, ok
	}
	return path{}, false
}
