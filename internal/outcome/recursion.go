package outcome

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// dropsLast says where a recursion that has counted far enough returns an error
// of its own, while those of its attempts are compared with nil and otherwise
// neither returned, kept nor logged.
func dropsLast(m *flow.Package, s *site.Site) *Lost {
	c := s.Node.(*ast.CallExpr)
	ret := countedOut(m, s.Unit, c)
	if ret == nil || s.OnAnswer {
		return nil
	}
	var again []*ast.CallExpr // the calls that lead to the next attempt
	if s.First == s.Unit {
		again = append(again, c)
	} else {
		ast.Inspect(s.First.Body, func(n ast.Node) bool {
			if x, ok := n.(*ast.CallExpr); ok && m.Sums.Callee(x) == s.Unit.Fn {
				again = append(again, x)
			}
			return true
		})
	}
	s.First.Cfg()
	r := world.RegionOf(m, s.First)
	var lost *Lost
	for _, x := range again {
		err, v := droppedBefore(r, x)
		if err == nil {
			return nil
		}
		if lost == nil {
			lost = &Lost{How: LostReplaced, At: ret, Err: err, Var: v}
		}
	}
	return lost
}

// countedOut is the return by which a recursion gives up with an error of its
// own: a condition on a counter lies between it and the call that goes on.
func countedOut(m *flow.Package, u *flow.Unit, c *ast.CallExpr) *ast.ReturnStmt {
	sig := u.Fn.Signature()
	for i := range sig.Params().Len() {
		if summary.IsError(sig.Params().At(i).Type()) {
			return nil // it is told
		}
	}
	var found *ast.ReturnStmt
	ast.Inspect(u.Body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok || found != nil {
			return found == nil
		}
		counts := false
		for _, a := range world.Atoms(s.Cond) {
			counts = counts || site.CountsDown(m, u, c, a) || site.ComparesField(a)
		}
		if !counts {
			return true
		}
		ast.Inspect(u.Body, func(n ast.Node) bool {
			ret, ok := n.(*ast.ReturnStmt)
			if ok && found == nil && flow.Within(c, s.Body) != flow.Within(ret, s.Body) && ownError(u, ret) {
				found = ret
			}
			return found == nil
		})
		return true
	})
	return found
}

// ownError reports whether a function returns an error that is a variable of
// package level, or made there from no other error.
func ownError(u *flow.Unit, ret *ast.ReturnStmt) bool {
	x, _ := returnedError(u, ret)
	if x == nil {
		return false
	}
	if v, ok := u.M.Object(x).(*types.Var); ok {
		return world.IsSentinel(v)
	}
	c, ok := world.CallOf(x)
	return ok && world.MakesError(u.M, c) && !slices.ContainsFunc(c.Args, func(arg ast.Expr) bool {
		return summary.IsError(u.M.Info.TypeOf(arg))
	})
}

// droppedBefore is the call whose error leads to another one, where that error is
// compared with nil and not looked at on the way.
func droppedBefore(r *flow.Region, x *ast.CallExpr) (*ast.CallExpr, *types.Var) {
	at := r.U.BlockOf(x)
	cond := site.EnclosingCond(r.U.Body, x)
	if at == nil || cond == nil {
		return nil, nil
	}
	for _, a := range world.Atoms(cond) {
		if !world.IsNilTest(r, a) {
			continue
		}
		b := a.(*ast.BinaryExpr)
		v, ok := r.U.M.Object(b.X).(*types.Var)
		if !ok || v.IsField() || !summary.IsError(v.Type()) || looksAt(r, v, leadsTo(r.U, at)) {
			continue
		}
		if c := lastGiven(r, v, x); c != nil {
			return c, v
		}
	}
	return nil, nil
}

// lastGiven is the call whose result a variable got last before a node.
func lastGiven(r *flow.Region, v *types.Var, before ast.Node) *ast.CallExpr {
	var out *ast.CallExpr
	for _, d := range r.U.Definitions()[v] {
		if c, ok := world.CallOf(d.Rhs); ok && d.Node.Pos() < before.Pos() && (out == nil || out.Pos() < c.Pos()) {
			out = c
		}
	}
	return out
}
