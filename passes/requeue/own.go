package requeue

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/syntax"
)

// ownQueues looks at loops that take items from a channel, or from a queue of the
// package's own, and put what failed back.
func (f *finder) ownQueues() {
	type taking struct {
		loop ast.Node
		item *types.Var
	}
	seen := map[taking]bool{} // a loop may take an item in two places
	for c := range f.in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.RangeStmt)(nil)) {
		var item *types.Var
		var from ast.Expr       // the channel, or what the method is called on
		var taken *ast.CallExpr // of the method
		switch n := c.Node().(type) {
		case *ast.RangeStmt:
			if n.Key != nil && isChan(f.pass.TypesInfo.TypeOf(n.X)) {
				item, from = syntax.Variable(f.pass.TypesInfo, n.Key), n.X
			}
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				item, from = syntax.Variable(f.pass.TypesInfo, n.Lhs[0]), f.takesFrom(n.Rhs[0])
				taken, _ = ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
			}
		}
		if item == nil || from == nil || syntax.Variable(f.pass.TypesInfo, from) == nil {
			continue
		}
		loop, ok := loopOf(c)
		if !ok || seen[taking{loop.Node(), item}] {
			continue
		}
		seen[taking{loop.Node(), item}] = true
		f.inLoop(loop, item, from, taken)
	}
}

// takesFrom is where an expression takes an item from: the channel that it receives
// from, or what has a method without parameters but a context.
func (f *finder) takesFrom(e ast.Expr) ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			return e.X
		}
	case *ast.CallExpr:
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if ok && len(e.Args) <= 1 && f.sums.Decl(f.sums.Callee(e)) != nil {
			return sel.X
		}
	}
	return nil
}

func isChan(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// loopOf is the innermost loop around a node, or the node itself, in the same
// function.
func loopOf(c inspector.Cursor) (inspector.Cursor, bool) {
	for at := range c.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch at.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return at, true
		}
		break
	}
	return inspector.Cursor{}, false
}

// inLoop looks for the places of a loop that put an item back where it came from: a
// channel, or what a method was called on to take it.
func (f *finder) inLoop(loop inspector.Cursor, item *types.Var, from ast.Expr, taken *ast.CallExpr) {
	for c := range loop.Preorder((*ast.SendStmt)(nil), (*ast.CallExpr)(nil)) {
		var back ast.Node
		what := ""
		switch n := c.Node().(type) {
		case *ast.SendStmt:
			if f.same(n.Chan, from) && syntax.Variable(f.pass.TypesInfo, n.Value) == item {
				back = n
				what = fmt.Sprintf("what failed is sent back to %s, which this loop receives from: while it keeps failing it is tried over and over without a pause, and if the channel is full the loop blocks for ever",
					phrase.Source(from))
			}
		case *ast.CallExpr:
			if taken != nil && f.puts(n, from, item, taken) {
				back = n
				what = fmt.Sprintf("%s puts what failed back at once: while it keeps failing it is tried over and over without a pause", phrase.Source(n.Fun))
			}
		}
		if back == nil || !f.sameFunction(c, loop) {
			continue
		}
		b := syntax.OfFailure(f.pass.TypesInfo, c)
		if b != nil && b.Only && f.remote(loop, b.Err, item) && !f.counted(loop, item) && !f.paced(loop, from) {
			f.report.Report(back, what)
		}
	}
}

// sameFunction reports whether no function literal stands between a node and a loop.
func (f *finder) sameFunction(c, loop inspector.Cursor) bool {
	for at := range c.Enclosing((*ast.FuncLit)(nil)) {
		return at.Node().Pos() <= loop.Node().Pos()
	}
	return true
}

// puts reports whether a call puts an item into the queue that it was taken from,
// by a method that only stores it where the one that took it looks.
func (f *finder) puts(call *ast.CallExpr, queue ast.Expr, item *types.Var, taken *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !f.same(sel.X, queue) || len(call.Args) != 1 || syntax.Variable(f.pass.TypesInfo, call.Args[0]) != item {
		return false
	}
	decl := f.sums.Decl(f.sums.Callee(call))
	if decl == nil || len(decl.Type.Params.List[0].Names) != 1 {
		return false
	}
	in := f.onlyStores(decl)
	return in != nil && syntax.Mentions(f.pass.TypesInfo, f.sums.Decl(f.sums.Callee(taken)).Body, in)
}

// onlyStores is the field or variable that a method appends what it is given to, or
// sends it on to; nil if it does not, or has to do with time or with counts.
func (f *finder) onlyStores(decl *ast.FuncDecl) *types.Var {
	given := syntax.Variable(f.pass.TypesInfo, decl.Type.Params.List[0].Names[0])
	if given == nil {
		return nil
	}
	var in *types.Var
	more := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			if syntax.Variable(f.pass.TypesInfo, n.Value) == given {
				in = syntax.Variable(f.pass.TypesInfo, n.Chan)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "append" && len(n.Args) == 2 && syntax.Variable(f.pass.TypesInfo, n.Args[1]) == given {
				in = syntax.Variable(f.pass.TypesInfo, n.Args[0])
			}
		case *ast.IncDecStmt, *ast.GoStmt, *ast.FuncLit:
			more = true
		case *ast.Ident:
			if obj := f.pass.TypesInfo.Uses[n]; obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "time" {
				more = true
			}
		}
		return !more
	})
	if more {
		return nil
	}
	return in
}

// same reports whether two expressions name the same variable, or the same field of
// the same variable.
func (f *finder) same(a, b ast.Expr) bool {
	if syntax.Variable(f.pass.TypesInfo, a) == nil || syntax.Variable(f.pass.TypesInfo, a) != syntax.Variable(f.pass.TypesInfo, b) {
		return false
	}
	x, ok := ast.Unparen(a).(*ast.SelectorExpr)
	y, both := ast.Unparen(b).(*ast.SelectorExpr)
	return ok == both && (!ok || f.same(x.X, y.X))
}

// remote reports whether an error of a loop is that of a remote call which is given
// the item.
func (f *finder) remote(loop inspector.Cursor, err, item *types.Var) bool {
	for c := range loop.Preorder((*ast.AssignStmt)(nil)) {
		a := c.Node().(*ast.AssignStmt)
		if len(a.Rhs) != 1 || syntax.Variable(f.pass.TypesInfo, a.Lhs[len(a.Lhs)-1]) != err {
			continue
		}
		if call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr); ok && syntax.Mentions(f.pass.TypesInfo, call, item) && f.sums.OfCall(call).Place == knowledge.Remote {
			return true
		}
	}
	return false
}

// counted reports whether a loop looks at a part of the item in a condition or
// changes one: that may be the number of its attempts, or when it is due.
func (f *finder) counted(loop inspector.Cursor, item *types.Var) bool {
	part := func(e ast.Node) bool {
		found := false
		ast.Inspect(e, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && syntax.Variable(f.pass.TypesInfo, sel.X) == item {
				found = true
			}
			return !found
		})
		return found
	}
	for c := range loop.Preorder((*ast.IfStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			if part(n.Cond) {
				return true
			}
		case *ast.SwitchStmt:
			if n.Tag != nil && part(n.Tag) {
				return true
			}
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if part(lhs) {
					return true
				}
			}
		case *ast.IncDecStmt:
			if part(n.X) {
				return true
			}
		}
	}
	return false
}

// paced reports whether a round of a loop passes time, other than by waiting for an
// item.
func (f *finder) paced(loop inspector.Cursor, from ast.Expr) bool {
	for _, w := range f.sums.Waits(loop.Node()) {
		if w.Call == nil || f.takesFrom(w.Call) == nil || !f.same(f.takesFrom(w.Call), from) {
			return true
		}
	}
	return false
}
