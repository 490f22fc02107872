package world

import (
	"go/ast"

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
