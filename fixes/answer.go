package fixes

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// answer finds what the function returns when the attempts are used up. Where
// that is the error that the loop keeps, which no failed round may leave nil, the
// error has to say so too if there was no attempt at all because the context was
// done.
func (r *rewrite) answer() bool {
	info := r.p.f.pass.TypesInfo
	results := r.p.results()
	after := r.p.after(r.outer())
	if r.times == nil && len(after) == 0 {
		return !r.jumps(token.BREAK) && r.endless(results)
	}
	for len(after) > 0 && r.p.logs(after[0]) {
		after = after[1:]
	}
	if len(results) == 0 || len(after) == 0 {
		// What follows a loop without end follows a success.
		return len(results) == 0 && r.times != nil
	}
	ret, ok := after[0].(*ast.ReturnStmt)
	if i, isIf := after[0].(*ast.IfStmt); isIf && i.Init == nil && len(i.Body.List) == 1 {
		ret, ok = i.Body.List[0].(*ast.ReturnStmt)
		cond, isTest := i.Cond.(*ast.BinaryExpr)
		ok = ok && isTest && cond.Op == token.NEQ && info.Types[cond.Y].IsNil()
	}
	if !ok || len(ret.Results) != len(results) {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	if !summary.IsError(info.TypeOf(results[len(results)-1])) {
		return r.p.constant(ret) && r.times != nil
	}
	ast.Inspect(last, func(n ast.Node) bool {
		if id, isID := n.(*ast.Ident); isID {
			if v, isVar := info.Uses[id].(*types.Var); isVar && summary.IsError(v.Type()) && v.Parent() != r.p.f.pass.Pkg.Scope() {
				if r.err != nil && r.err != v {
					ok = false
				}
				r.err = v
			}
		}
		return true
	})
	if !ok || r.err == nil || r.err.Pos() > r.loop.Pos() || info.Types[last].IsNil() {
		return false // or an error that says nothing of the attempts: not seen often enough
	}
	return r.setInLoop() && r.p.notNil(r.err, r.body) && !r.compared(r.err)
}

// endless is answer for a loop that is left by a return only: what the function
// returns when the loop gives up there has to be made.
func (r *rewrite) endless(results []ast.Expr) bool {
	if len(results) == 0 {
		// Who calls it may ask the context, which may not be done yet: package
		// retry does not wait beyond its deadline.
		return false
	}
	if !summary.IsError(r.p.f.pass.TypesInfo.TypeOf(results[len(results)-1])) || r.p.owesLater(r.loop) || r.p.holds() {
		return false
	}
	behind := *r.p
	behind.stmt = r.outer()
	before, ok := behind.values(results, r.loop)
	l := leaving{before: before}
	if r.plain != nil {
		r.err = r.plain.err
	} else if r.err = r.kept(); r.err == nil || !r.p.notNil(r.err, r.body) {
		// The error is one of a single round.
		if _, found := behind.precedent(r.site); found {
			return false
		}
		r.err, r.stop = nil, r.p.name(r.loop, "stop", "ended", "gaveUp")
		r.gives = l.statement(r.stop)
		return ok && r.stop != "" && r.ctx != "" && !r.p.owes(r.loop) && !r.p.keepsAnswer(r.loop)
	}
	r.gives = l.statement(r.err.Name())
	return ok && !r.compared(r.err)
}

// kept is the variable from before the loop that the loop keeps its error in, if
// there is just one.
func (r *rewrite) kept() *types.Var {
	var kept *types.Var
	several := false
	syntax.Own(r.body, func(n ast.Node) {
		a, ok := n.(*ast.AssignStmt)
		if !ok || a.Tok != token.ASSIGN {
			return
		}
		for _, l := range a.Lhs {
			id, _ := l.(*ast.Ident)
			v, ok := r.p.f.pass.TypesInfo.Uses[id].(*types.Var)
			if ok && summary.IsError(v.Type()) && v.Pos() < r.loop.Pos() && v.Parent() != r.p.f.pass.Pkg.Scope() {
				several = several || kept != nil && kept != v
				kept = v
			}
		}
	})
	if several {
		return nil
	}
	return kept
}

// setInLoop reports whether the loop itself sets the error that is returned.
func (r *rewrite) setInLoop() bool {
	set := false
	syntax.Own(r.body, func(n ast.Node) {
		if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
			for _, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok && r.p.f.pass.TypesInfo.Uses[id] == r.err {
					set = true
				}
			}
		}
	})
	return set
}

// compared reports whether the function compares an error with another than nil,
// or asks for its type: the error of package retry wraps it.
func (r *rewrite) compared(err *types.Var) bool {
	info := r.p.f.pass.TypesInfo
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && info.Uses[id] == types.Object(err)
	}
	compared := false
	ast.Inspect(r.p.fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if is(n.X) && !info.Types[n.Y].IsNil() || is(n.Y) && !info.Types[n.X].IsNil() {
				compared = true
			}
		case *ast.TypeAssertExpr:
			compared = compared || is(n.X)
		case *ast.SwitchStmt:
			compared = compared || n.Tag != nil && is(n.Tag)
		}
		return true
	})
	return compared
}
