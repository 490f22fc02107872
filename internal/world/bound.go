package world

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// Atoms splits a condition at && and || and drops negations.
func Atoms(e ast.Expr) []ast.Expr {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			return append(Atoms(x.X), Atoms(x.Y)...)
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return Atoms(x.X)
		}
	}
	return []ast.Expr{e}
}

func CancelBound(r *flow.Region, e ast.Expr) knowledge.Bound {
	m := r.U.M
	var bound knowledge.Bound
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if w := m.Sums.OfCall(n).Wait; IsContextErr(m, n) || w != nil && w.Ctx != knowledge.Never {
				bound |= knowledge.Ctx
			}
			if fn := m.Sums.Callee(n); fn != nil && knowledge.AsksIfCancelled(fn.Name()) && !knowledge.Logs(fn.Name()) {
				bound |= knowledge.Ctx
			}
		case *ast.SelectorExpr:
			if obj := m.Info.Uses[n.Sel]; obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "context" && (obj.Name() == "Canceled" || obj.Name() == "DeadlineExceeded") {
				bound |= knowledge.Ctx
			}
			if obj := m.Info.Uses[n.Sel]; obj != nil && obj.Pkg() != nil && strings.HasSuffix(obj.Pkg().Path(), "grpc/codes") && obj.Name() == "Canceled" {
				bound |= knowledge.Ctx
			}
		case *ast.Ident:
			if v, ok := m.Info.Uses[n].(*types.Var); ok && summary.IsError(v.Type()) {
				if d, ok := Origin(r, n); ok {
					if c, ok := CallOf(d.Rhs); ok && IsContextErr(m, c) {
						bound |= knowledge.Ctx
					}
				}
			}
		}
		return true
	})
	return bound
}

// HasDeadline reports whether an atom asks a context that was given a deadline in
// this function.
func HasDeadline(r *flow.Region, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || !IsContextErr(r.U.M, c) || len(c.Args) != 0 {
			return !found
		}
		sel, ok := c.Fun.(*ast.SelectorExpr)
		found = found || ok && EndsOf(r.U, sel.X)&knowledge.Elapsed != 0
		return !found
	})
	return found
}

// IsClockAtom reports whether an atom asks the clock, or a duration that was
// measured.
func IsClockAtom(r *flow.Region, e ast.Expr) bool {
	m := r.U.M
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := m.Sums.Callee(n); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" {
				switch fn.Name() {
				case "Since", "Until", "Now", "After", "Before":
					found = true
				}
			}
		case *ast.Ident:
			v, ok := m.Info.Uses[n].(*types.Var)
			if !ok || !summary.IsNamed(v.Type(), "time", "Duration") && !summary.IsNamed(v.Type(), "time", "Time") {
				return true
			}
			if d, ok := Origin(r, n); ok {
				if c, ok := CallOf(d.Rhs); ok {
					if fn := m.Sums.Callee(c); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" {
						found = true
					}
				}
			}
		}
		return !found
	})
	return found
}
