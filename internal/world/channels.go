package world

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// Closes reports whether the function itself closes a channel, to tell others.
func Closes(u *flow.Unit, v *types.Var) bool {
	found := false
	ast.Inspect(u.Root, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && IsBuiltin(u.M, c) && len(c.Args) == 1 && u.M.Object(c.Args[0]) == v {
			if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok && id.Name == "close" {
				found = true
			}
		}
		return !found
	})
	return found
}

// IsNilChan reports whether a channel is declared and never made: nothing is ever
// received from it.
func IsNilChan(u *flow.Unit, v *types.Var) bool {
	if IsParam(u, v) || Outlives(u.M, v) {
		return false
	}
	for _, d := range u.Definitions()[v] {
		if d.Rhs != nil && !u.M.Info.Types[d.Rhs].IsNil() || d.Multi {
			return false
		}
	}
	return true
}

// Forwards reports whether the function hands on what it receives from a channel
// of signals, as to a child process: these tell it nothing.
func Forwards(u *flow.Unit, v *types.Var) bool {
	ch, ok := summary.TypeUnder[*types.Chan](v.Type())
	if !ok || !summary.IsNamed(ch.Elem(), "os", "Signal") {
		return false
	}
	received := map[types.Object]bool{}
	found := false
	ast.Inspect(u.Root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if x, ok := ast.Unparen(n.Rhs[0]).(*ast.UnaryExpr); ok && x.Op == token.ARROW && u.M.Object(x.X) == v {
				received[u.M.Object(n.Lhs[0])] = true
			}
		case *ast.RangeStmt:
			if n.Key != nil && u.M.Object(n.X) == v {
				received[u.M.Object(n.Key)] = true
			}
		case *ast.SendStmt:
			found = found || received[u.M.Object(n.Value)]
		case *ast.CallExpr:
			if name := summary.LastName(n.Fun); name == "Signal" || name == "Kill" {
				found = found || slices.ContainsFunc(n.Args, func(a ast.Expr) bool { return UsesAny(u.M, a, received) })
			}
		}
		return !found
	})
	return found
}
