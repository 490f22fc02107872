package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/syntax"
)

// IsCounterAtom reports whether an atom compares what grows from round to round:
// a counter, or a delay that ends the loop when it becomes too long.
func IsCounterAtom(r *flow.Region, e ast.Expr) bool {
	if c, ok := e.(*ast.CallExpr); ok {
		for _, a := range c.Args {
			if Grows(r, a) {
				return true
			}
		}
		return false
	}
	b, ok := e.(*ast.BinaryExpr)
	return ok && syntax.IsComparison(b.Op) && (Grows(r, b.X) || Grows(r, b.Y))
}

// CountsInRound reports whether an atom compares what is counted within a round, as
// the failures of several attempts are.
func CountsInRound(r *flow.Region, e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	for _, side := range [...]ast.Expr{b.X, b.Y} {
		obj := r.U.M.Object(side)
		if obj == nil || !IsNumeric(obj.Type()) {
			continue
		}
		for _, d := range r.Defs(obj) {
			if d.Tok == token.INC || d.Tok == token.ADD_ASSIGN {
				return true
			}
		}
	}
	return false
}

// Grows reports whether the region counts or multiplies a number, or computes it from
// one that it does.
func Grows(r *flow.Region, e ast.Expr) bool {
	g := growth(r, e)
	return g == value.Adds || g == value.Multiplies
}

// Counts reports whether the region counts a number.
func Counts(r *flow.Region, e ast.Expr) bool { return growth(r, e) == value.Adds }

// growth says how a number grows from round to round. Values are asked only of those
// that mention something which the region sets.
func growth(r *flow.Region, e ast.Expr) value.Growth {
	m := r.U.M
	if t := m.Info.TypeOf(e); t == nil || !IsNumeric(t) || m.Info.Types[e].Value != nil || !setIn(r, e) {
		return value.Unchanged
	}
	g, known := r.Growth[e]
	if !known {
		if r.Growth == nil {
			r.Growth = map[ast.Expr]value.Growth{}
		}
		g = m.Values().Recurrence(e, r.Span()).Growth
		r.Growth[e] = g
	}
	return g
}

// setIn reports whether an expression mentions a variable or field that the region
// sets.
func setIn(r *flow.Region, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			v, isVar := r.U.M.Info.Uses[id].(*types.Var)
			found = isVar && Assigned(r, v)
		}
		return !found
	})
	return found
}
