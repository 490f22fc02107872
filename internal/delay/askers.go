package delay

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// heldByAskers reports whether all calls of a function in its package, by itself or
// through an interface that its receiver implements, compare what it gives back with
// a limit: the maximum is theirs. There has to be one.
func heldByAskers(m *flow.Package, fn *types.Func) bool {
	if fn == nil {
		return false
	}
	held, all := false, true
	for _, file := range m.Pass.Files {
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || !mayCall(m.Sums.Callee(c), fn) {
				return true
			}
			if limited(m, c, stack) {
				held = true
			} else {
				all = false
			}
			return true
		})
	}
	return held && all
}

// mayCall reports whether a call of one function may be one of another, which is the
// same or implements it.
func mayCall(callee, fn *types.Func) bool {
	if callee == nil || callee == fn {
		return callee == fn
	}
	recv := fn.Signature().Recv()
	if recv == nil || callee.Name() != fn.Name() || !summary.IsInterfaceMethod(callee) {
		return false
	}
	iface, ok := callee.Signature().Recv().Type().Underlying().(*types.Interface)
	return ok && types.Implements(recv.Type(), iface)
}

// limited reports whether the result of a call is handed to min, or compared with
// something in the function around it.
func limited(m *flow.Package, c *ast.CallExpr, stack []ast.Node) bool {
	var result types.Object
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.CallExpr:
			if world.IsBuiltin(m, n) && summary.LastName(n.Fun) == "min" {
				return true
			}
		case *ast.BinaryExpr:
			if world.IsOrder(n.Op) {
				return true
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 {
				result = m.Object(n.Lhs[0])
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return result != nil && compared(m, n, result)
		}
	}
	return false
}

// compared reports whether a function compares a variable for order, or hands it to
// min.
func compared(m *flow.Package, root ast.Node, v types.Object) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || world.IsOrder(n.Op) && (m.Object(n.X) == v || m.Object(n.Y) == v)
		case *ast.CallExpr:
			if world.IsBuiltin(m, n) && summary.LastName(n.Fun) == "min" {
				for _, a := range n.Args {
					found = found || m.Object(a) == v
				}
			}
		}
		return !found
	})
	return found
}

// counted reports whether all calls of a literal are given a number that a loop counts
// up to a limit: it does not grow until something overflows.
func counted(m *flow.Package, root, lit *flow.Unit) bool {
	found, all := false, true
	ast.Inspect(root.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || world.Literal(root, c.Fun) != lit.Node {
			return true
		}
		found = true
		loop := enclosingLoop(root.Body, c)
		all = all && slices.ContainsFunc(c.Args, func(a ast.Expr) bool { return limits(m, loop, m.Object(a)) })
		return true
	})
	return found && all
}

// limits reports whether a loop counts a variable up to a limit.
func limits(m *flow.Package, loop ast.Node, v types.Object) bool {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		return v != nil && loop.Key != nil && m.Object(loop.Key) == v
	case *ast.ForStmt:
		cond, ok := loop.Cond.(*ast.BinaryExpr)
		return ok && v != nil && world.IsOrder(cond.Op) && m.Object(cond.X) == v
	}
	return false
}
