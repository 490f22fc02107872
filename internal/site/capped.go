package site

import (
	"go/ast"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/knowledge"
)

// capped reports whether a growing delay is held below a maximum: by what is in
// sight, or by the back-off of a library that it comes from.
func capped(r *flow.Region, e ast.Expr) knowledge.Tri {
	values := r.U.M.Values()
	if values.Bound(e).Limited {
		return knowledge.Yes
	}
	rec := values.Recurrence(e, value.Region{From: r.From, To: r.To})
	return knowledge.TriOf(slices.ContainsFunc(rec.Calls, func(c *ast.CallExpr) bool {
		return isBackoffMethod(r, r.U.M.Sums.Callee(c))
	}))
}
