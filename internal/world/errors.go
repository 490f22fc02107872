package world

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// AsksError reports whether an expression asks an error what it is.
func AsksError(r *flow.Region, e ast.Expr) bool {
	m := r.U.M
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if t := m.Info.TypeOf(x); t != nil && summary.IsError(t) && !m.Info.Types[x].IsNil() {
				if _, isCall := x.(*ast.CallExpr); !isCall {
					found = true
				}
			}
		}
		return !found
	})
	if found {
		return true
	}
	// A value made from an error: st := status.Convert(err); st.Code().
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := m.Info.Uses[id].(*types.Var)
		if !ok || v.IsField() {
			return true
		}
		for _, d := range r.U.Definitions()[v] {
			if !r.Contains(d.Node) {
				continue
			}
			if c, ok := CallOf(d.Rhs); ok {
				for _, a := range Operands(m, c) {
					if summary.IsError(m.Info.TypeOf(a)) {
						found = true
					}
				}
			}
		}
		// errors.As(err, &target) fills target.
		if IsErrorType(v.Type()) {
			found = true
		}
		return !found
	})
	return found
}

// IsErrorType reports whether a concrete type is an error.
func IsErrorType(t types.Type) bool {
	if types.IsInterface(t) {
		return summary.IsError(t)
	}
	iface := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface)
}

// IsNilTest reports whether an atom compares with nil.
func IsNilTest(r *flow.Region, e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.EQL || b.Op == token.NEQ) &&
		(r.U.M.Info.Types[b.X].IsNil() || r.U.M.Info.Types[b.Y].IsNil())
}

// Origin is the assignment that an identifier's value most likely comes from:
// the nearest one before it in the region, else the last one of the region.
func Origin(r *flow.Region, e ast.Expr) (flow.Def, bool) {
	obj := r.U.M.Object(e)
	if obj == nil {
		return flow.Def{}, false
	}
	var best, last flow.Def
	for _, d := range r.U.Definitions()[obj] {
		if !r.Contains(d.Node) {
			continue
		}
		if d.Node.Pos() <= e.Pos() && (best.Node == nil || d.Node.Pos() > best.Node.Pos()) {
			best = d
		}
		if last.Node == nil || d.Node.Pos() > last.Node.Pos() {
			last = d
		}
	}
	if best.Node == nil {
		best = last
	}
	return best, best.Node != nil
}
