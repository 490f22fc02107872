package site

import (
	"go/ast"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// ComparesError reports whether a nil test is about an error.
func ComparesError(r *flow.Region, e ast.Expr) bool {
	b := e.(*ast.BinaryExpr)
	return summary.IsError(r.U.M.Info.TypeOf(b.X)) || summary.IsError(r.U.M.Info.TypeOf(b.Y))
}

// ofNilTest says what leaving on an error bounds: nothing where the error
// is the attempt's own (that is the success exit), the context where it is a
// wait's, an error class where it is that of another step.
func (bd *bounding) ofNilTest(e ast.Expr) knowledge.Bound {
	r, failing := bd.r, bd.failing
	b := e.(*ast.BinaryExpr)
	x := b.X
	if r.U.M.Info.Types[x].IsNil() {
		x = b.Y
	}
	if !summary.IsError(r.U.M.Info.TypeOf(x)) {
		if d, ok := world.Origin(r, x); ok {
			if c, ok := world.CallOf(d.Rhs); ok && !failing[c] && feeds(r, x, failing) {
				return knowledge.Attempts // there is nothing left to try
			}
		}
		return 0
	}
	if c, ok := world.CallOf(x); ok {
		return bd.ofFailedCall(c)
	}
	d, ok := world.Origin(r, x)
	if !ok {
		return 0
	}
	if c, ok := world.CallOf(d.Rhs); ok {
		return bd.ofFailedCall(c)
	}
	return 0
}

// feeds reports whether an attempt is given what x names.
func feeds(r *flow.Region, x ast.Expr, failing map[*ast.CallExpr]bool) bool {
	obj := r.U.M.Object(x)
	for c := range failing {
		if obj != nil && world.Mentions(r, c, obj) {
			return true
		}
	}
	return false
}

func (bd *bounding) ofFailedCall(c *ast.CallExpr) knowledge.Bound {
	r := bd.r
	if world.MakesError(r.U.M, c) {
		return 0
	}
	if bd.failing[c] {
		if bd.poll {
			return knowledge.ErrorClass // a poll that an error of the question ends
		}
		return 0
	}
	if w := r.U.M.Sums.OfCall(c).Wait; w != nil {
		if w.Ctx != knowledge.Never {
			return knowledge.Ctx
		}
		return 0
	}
	if world.IsContextErr(r.U.M, c) {
		return knowledge.Ctx
	}
	if world.Entry(r.U, c).Place == knowledge.Local && !bd.poll {
		return 0 // building a request: it fails the first time or never
	}
	return knowledge.ErrorClass
}

// fromAttempt reports whether an expression's value comes from a failing
// attempt.
func fromAttempt(r *flow.Region, e ast.Expr, failing map[*ast.CallExpr]bool) bool {
	for _, p := range world.Sources(r, e) {
		if failing[p.Call] {
			return true
		}
	}
	return false
}
