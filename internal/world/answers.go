package world

import (
	"go/ast"
	"go/token"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// AsksState reports whether a call may answer differently next time: not a
// question about an error, nor arithmetic on what is at hand.
func AsksState(r *flow.Region, c *ast.CallExpr) bool {
	m := r.U.M
	for _, a := range Operands(m, c) {
		if summary.IsError(m.Info.TypeOf(a)) {
			return false
		}
	}
	if IsContextErr(m, c) || m.Sums.OfCall(c).Wait != nil {
		return false
	}
	fn := m.Sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return true
	}
	switch fn.Pkg().Path() {
	case "time", "errors", "fmt", "strings", "bytes", "strconv", "math", "math/rand", "math/rand/v2", "slices", "maps", "context", "sort":
		return false
	}
	return true
}

// alwaysYes reports whether a question about an error is a function of this package
// that says yes of whatever error it is given: all that it returns is true, but for
// a nil error.
func alwaysYes(m *flow.Package, c *ast.CallExpr) bool {
	decl := m.Sums.Decl(m.Sums.Callee(c))
	if decl == nil || decl.Body == nil {
		return false
	}
	yes, other := false, false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
			return !ok || b.Op != token.EQL || !summary.IsError(m.Info.TypeOf(b.X)) || !m.Info.Types[b.Y].IsNil() || n.Else != nil
		case *ast.ReturnStmt:
			said := len(n.Results) == 1 && m.Info.Types[n.Results[0]].Value != nil && m.Info.Types[n.Results[0]].Value.String() == "true"
			yes, other = yes || said, other || !said
		}
		return true
	})
	return yes && !other
}
