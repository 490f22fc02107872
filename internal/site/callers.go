package site

import (
	"go/ast"
	"go/token"
	"go/types"
)

// callers lists the calls of a function in its package, or says that it is used
// in other ways, too, or can be called from elsewhere.
func (m *Package) callers(fn *types.Func) (calls []*ast.CallExpr, all bool) {
	if m.called == nil {
		m.indexCalls()
	}
	return m.called[fn], !fn.Exported() && m.mentioned[fn] == len(m.called[fn])
}

// indexCalls notes, once a package, where its functions are called, and how often
// each is mentioned.
func (m *Package) indexCalls() {
	m.called = map[*types.Func][]*ast.CallExpr{}
	m.mentioned = map[*types.Func]int{}
	for _, file := range m.pass.Files {
		if m.isTestFile(file) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if fn := m.sums.Callee(n); fn != nil && fn.Pkg() == m.pass.Pkg {
					m.called[fn] = append(m.called[fn], n)
				}
			case *ast.Ident:
				if fn, ok := m.info.Uses[n].(*types.Func); ok {
					m.mentioned[fn]++
				}
			}
			return true
		})
	}
}

// mostAttempts is the number of attempts of a site: its constant, or the highest
// that the callers of its function give a parameter which limits them.
func (m *Package) mostAttempts(s *Site) int64 {
	if s.Max > 0 || s.region == nil || s.Func == nil || s.InLiteral {
		return s.Max
	}
	sig := s.Func.Signature()
	for i := range sig.Params().Len() {
		if p := sig.Params().At(i); isInteger(p.Type()) && s.region.limits(p) {
			return m.mostGiven(s.Func, i)
		}
	}
	return 0
}

// mostGiven is the highest constant that callers give a parameter, 0 if one gives
// anything else.
func (m *Package) mostGiven(fn *types.Func, i int) int64 {
	calls, all := m.callers(fn)
	if !all {
		return 0
	}
	most := int64(0)
	for _, c := range calls {
		if i >= len(c.Args) {
			return 0
		}
		n, ok := m.constInt(c.Args[i])
		if !ok {
			return 0
		}
		most = max(most, n)
	}
	return most
}

// limits reports whether a counter of the region is compared with a variable, or
// the region ranges over it.
func (r *region) limits(v *types.Var) bool {
	if rs, ok := r.node.(*ast.RangeStmt); ok {
		return r.u.m.object(rs.X) == v
	}
	if r.assigned(v) {
		return false
	}
	found := false
	ast.Inspect(r.node, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && (isOrder(b.Op) || b.Op == token.EQL) {
			x, y := b.X, b.Y
			if r.u.m.object(x) == v {
				x, y = y, x
			}
			found = found || r.u.m.object(y) == v && r.growsBy(r.u.m.object(x), 0) == adds
		}
		return !found
	})
	return found
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
