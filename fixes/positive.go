package fixes

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
)

// isPositive reports whether the delay is above zero whatever happens.
func (j *jitter) isPositive(s *site.Site) bool {
	grows := s.Delay.Shape != knowledge.Constant
	safe := !grows || s.Delay.Capped == knowledge.Yes || 0 < s.Max && s.Max <= doublings
	return j.above(j.delay, safe, map[types.Object]bool{})
}

// doublings is how often a delay may double before it overflows: from an hour
// on, that is 21 times.
const doublings = 20

// above reports whether an expression is above zero. A variable is, if all that
// it is ever given in this file is; safe says that growing does not overflow.
func (j *jitter) above(e ast.Expr, safe bool, seen map[types.Object]bool) bool {
	info := j.p.f.pass.TypesInfo
	e = ast.Unparen(e)
	if v := info.Types[e].Value; v != nil {
		return (v.Kind() == constant.Int || v.Kind() == constant.Float) && constant.Sign(v) > 0
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.MUL, token.ADD:
			return safe && j.above(e.X, safe, seen) && j.above(e.Y, safe, seen)
		}
	case *ast.CallExpr:
		id, ok := ast.Unparen(e.Fun).(*ast.Ident)
		if !ok {
			return false
		}
		if b, ok := info.Uses[id].(*types.Builtin); !ok || b.Name() != "min" && b.Name() != "max" {
			return false
		}
		for _, a := range e.Args {
			if !j.above(a, safe, seen) {
				return false
			}
		}
		return true
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		if !ok || !j.isLocal(v) {
			return false
		}
		if seen[v] {
			return true
		}
		seen[v] = true
		return j.alwaysAbove(v, safe, seen)
	}
	return false
}

// isLocal reports whether a variable is declared in the function.
func (j *jitter) isLocal(v *types.Var) bool {
	return !v.IsField() && j.p.body.Pos() < v.Pos() && v.Pos() < j.p.body.End()
}

// alwaysAbove reports whether all that a local variable is given is above zero.
func (j *jitter) alwaysAbove(v *types.Var, safe bool, seen map[types.Object]bool) bool {
	info := j.p.f.pass.TypesInfo
	good := true
	ast.Inspect(j.p.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				id, ok := l.(*ast.Ident)
				if !ok || info.Uses[id] != v && info.Defs[id] != v {
					continue
				}
				switch {
				case len(n.Lhs) != len(n.Rhs):
					good = false
				case n.Tok == token.ASSIGN, n.Tok == token.DEFINE:
					good = good && j.above(n.Rhs[i], safe, seen)
				case n.Tok == token.MUL_ASSIGN:
					good = good && safe && j.above(n.Rhs[i], safe, seen)
				case n.Tok == token.ADD_ASSIGN:
					good = good && safe && j.above(dividend(n.Rhs[i]), safe, seen)
				default:
					good = false
				}
			}
		case *ast.IncDecStmt:
			if id, ok := n.X.(*ast.Ident); ok && info.Uses[id] == v {
				good = good && n.Tok == token.INC
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if info.Defs[id] == v {
					good = good && i < len(n.Values) && len(n.Values) == len(n.Names) && j.above(n.Values[i], safe, seen)
				}
			}
		case *ast.RangeStmt:
			for _, e := range [...]ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && (info.Uses[id] == v || info.Defs[id] == v) {
					good = false
				}
			}
		case *ast.UnaryExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.AND && info.Uses[id] == v {
				good = false // somebody else may change it
			}
		}
		return good
	})
	return good
}
