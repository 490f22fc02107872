package site

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// comparesError reports whether a nil test is about an error.
func (r *region) comparesError(e ast.Expr) bool {
	b := e.(*ast.BinaryExpr)
	return summary.IsError(r.u.m.info.TypeOf(b.X)) || summary.IsError(r.u.m.info.TypeOf(b.Y))
}

// asksError reports whether an expression asks an error what it is.
func (r *region) asksError(e ast.Expr) bool {
	m := r.u.m
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if t := m.info.TypeOf(x); t != nil && summary.IsError(t) && !m.info.Types[x].IsNil() {
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
		v, ok := m.info.Uses[id].(*types.Var)
		if !ok || v.IsField() {
			return true
		}
		for _, d := range r.u.definitions()[v] {
			if !r.contains(d.node) {
				continue
			}
			if c, ok := callOf(d.rhs); ok {
				for _, a := range m.operands(c) {
					if summary.IsError(m.info.TypeOf(a)) {
						found = true
					}
				}
			}
		}
		// errors.As(err, &target) fills target.
		if isErrorType(v.Type()) {
			found = true
		}
		return !found
	})
	return found
}

// isErrorType reports whether a concrete type is an error.
func isErrorType(t types.Type) bool {
	if types.IsInterface(t) {
		return summary.IsError(t)
	}
	iface := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface)
}

// isNilTest reports whether an atom compares with nil.
func (r *region) isNilTest(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.EQL || b.Op == token.NEQ) &&
		(r.u.m.info.Types[b.X].IsNil() || r.u.m.info.Types[b.Y].IsNil())
}

// boundOfNilTest says what leaving on an error bounds: nothing where the error
// is the attempt's own (that is the success exit), the context where it is a
// wait's, an error class where it is that of another step.
func (r *region) boundOfNilTest(e ast.Expr, failing map[*ast.CallExpr]bool) knowledge.Bound {
	b := e.(*ast.BinaryExpr)
	x := b.X
	if r.u.m.info.Types[x].IsNil() {
		x = b.Y
	}
	if !summary.IsError(r.u.m.info.TypeOf(x)) {
		if d, ok := r.origin(x); ok {
			if c, ok := callOf(d.rhs); ok && !failing[c] && r.feeds(x, failing) {
				return knowledge.Attempts // there is nothing left to try
			}
		}
		return 0
	}
	if c, ok := callOf(x); ok {
		return r.boundOfFailedCall(c, failing)
	}
	d, ok := r.origin(x)
	if !ok {
		return 0
	}
	if c, ok := callOf(d.rhs); ok {
		return r.boundOfFailedCall(c, failing)
	}
	return 0
}

// feeds reports whether an attempt is given what x names.
func (r *region) feeds(x ast.Expr, failing map[*ast.CallExpr]bool) bool {
	obj := r.u.m.object(x)
	for c := range failing {
		if obj != nil && r.mentions(c, obj) {
			return true
		}
	}
	return false
}

func (r *region) boundOfFailedCall(c *ast.CallExpr, failing map[*ast.CallExpr]bool) knowledge.Bound {
	if r.u.m.makesError(c) {
		return 0
	}
	if failing[c] {
		if r.poll {
			return knowledge.ErrorClass // a poll that an error of the question ends
		}
		return 0
	}
	if w := r.u.m.sums.OfCall(c).Wait; w != nil {
		if w.Ctx != knowledge.Never {
			return knowledge.Ctx
		}
		return 0
	}
	if r.u.m.isContextErr(c) {
		return knowledge.Ctx
	}
	if r.u.entry(c).Place == knowledge.Local && !r.poll {
		return 0 // building a request: it fails the first time or never
	}
	return knowledge.ErrorClass
}

// origin is the assignment that an identifier's value most likely comes from:
// the nearest one before it in the region, else the last one of the region.
func (r *region) origin(e ast.Expr) (def, bool) {
	obj := r.u.m.object(e)
	if obj == nil {
		return def{}, false
	}
	var best, last def
	for _, d := range r.u.definitions()[obj] {
		if !r.contains(d.node) {
			continue
		}
		if d.node.Pos() <= e.Pos() && (best.node == nil || d.node.Pos() > best.node.Pos()) {
			best = d
		}
		if last.node == nil || d.node.Pos() > last.node.Pos() {
			last = d
		}
	}
	if best.node == nil {
		best = last
	}
	return best, best.node != nil
}

// fromAttempt reports whether an expression's value comes from a failing
// attempt.
func (r *region) fromAttempt(e ast.Expr, failing map[*ast.CallExpr]bool) bool {
	for _, p := range r.sources(e) {
		if failing[p.call] {
			return true
		}
	}
	return false
}
