package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// values are what to return in front of an error: what the function returns there
// already, or else zero values.
func (p *place) values(results []ast.Expr, loop ast.Node) (values []string, ok bool) {
	for i, typ := range results[:len(results)-1] {
		value := p.usual(i, len(results), loop)
		if value == "" {
			value = p.zero(typ)
		}
		if value == "" {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

// zero is the zero value of a type as one writes it.
func (p *place) zero(typ ast.Expr) string {
	t := p.f.pass.TypesInfo.TypeOf(typ)
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "*new(" + p.src.Of(typ) + ")"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
		return "nil" // unsafe.Pointer
	case *types.Struct, *types.Array:
		if _, literal := typ.(*ast.StructType); literal {
			return ""
		}
		return p.src.Of(typ) + "{}"
	}
	return "nil"
}

// usual is what all returns that hand on an error have for a result, where that
// is the same plain value everywhere; "" if they differ, or if it is what the
// last attempt gave back, which has a zero value of nil.
func (p *place) usual(i, n int, loop ast.Node) string {
	usual := ""
	for _, r := range p.returns() {
		if len(r.Results) != n || p.f.pass.TypesInfo.Types[r.Results[n-1]].IsNil() {
			continue
		}
		if tv := p.f.pass.TypesInfo.Types[r.Results[i]]; tv.Value != nil && !p.f.same(r.Results[i], p.stmt.Pos()) {
			return ""
		}
		switch e := ast.Unparen(r.Results[i]).(type) {
		case *ast.BasicLit, *ast.UnaryExpr:
			if p.f.pass.TypesInfo.Types[e].Value == nil {
				return ""
			}
		case *ast.Ident:
			if !p.f.same(e, p.stmt.Pos()) || p.isAnswer(e, loop) {
				return ""
			}
		case *ast.CompositeLit:
			if len(e.Elts) > 0 || !p.f.same(e.Type, p.stmt.Pos()) {
				return ""
			}
		default:
			return ""
		}
		text := p.src.Of(r.Results[i])
		if usual != "" && usual != text {
			return ""
		}
		usual = text
	}
	return usual
}

// isAnswer reports whether a variable holds what an attempt in the loop gave
// back by reference: a half of an answer is not to be returned with an error.
func (p *place) isAnswer(id *ast.Ident, loop ast.Node) bool {
	obj := p.f.pass.TypesInfo.Uses[id]
	if obj == nil {
		return false
	}
	switch obj.Type().Underlying().(type) {
	case *types.Basic, *types.Struct, *types.Array:
		return false
	}
	if _, ok := types.Unalias(obj.Type()).(*types.TypeParam); ok {
		return false
	}
	set := false
	syntax.Own(loop, func(n ast.Node) {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok && p.f.pass.TypesInfo.Uses[id] == obj {
					set = true
				}
			}
		}
	})
	return set
}

// cause is how the file writes context.Cause, if it never asks a context's Err.
func (p *place) cause() string {
	causes, known := p.f.causes[p.src.File]
	if !known {
		causes = p.asked()
		p.f.causes[p.src.File] = causes
	}
	for _, sel := range slices.Backward(causes) {
		if p.f.same(sel.X, p.stmt.Pos()) {
			return p.src.Of(sel)
		}
	}
	return ""
}

// asked lists where the file names context.Cause, none if it asks a context's Err
// anywhere.
func (p *place) asked() []*ast.SelectorExpr {
	var causes []*ast.SelectorExpr
	err := false
	ast.Inspect(p.src.File, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return !err
		}
		sel, ok := c.Fun.(*ast.SelectorExpr)
		switch {
		case !ok:
		case sel.Sel.Name == "Cause" && p.isPackage(sel.X, "context"):
			causes = append(causes, sel)
		case sel.Sel.Name == "Err" && summary.IsContext(p.f.pass.TypesInfo.TypeOf(sel.X)):
			err = true
		}
		return !err
	})
	if err {
		causes = nil
	}
	return causes
}

// giveUp is the return statement that follows a loop, by which the function
// gives up.
func (p *place) giveUp(loop ast.Node) *ast.ReturnStmt {
	for _, s := range p.after(loop) {
		if r, ok := s.(*ast.ReturnStmt); ok && len(r.Results) > 0 {
			return r
		}
		if !p.logs(s) {
			return nil
		}
	}
	return nil
}

// constant reports whether a return statement returns nothing but plain values.
func (p *place) constant(r *ast.ReturnStmt) bool {
	for _, e := range r.Results {
		tv := p.f.pass.TypesInfo.Types[e]
		if tv.Value == nil && !tv.IsNil() || !p.f.same(e, p.stmt.Pos()) {
			return false
		}
	}
	return true
}

// failed reports whether the error that a return statement hands on cannot be nil
// at the wait.
func (p *place) failed(r *ast.ReturnStmt, loop ast.Node) bool {
	id, ok := r.Results[len(r.Results)-1].(*ast.Ident)
	return ok && p.notNil(p.f.pass.TypesInfo.Uses[id], loop)
}

// notNil reports whether a test in the loop keeps an error that is nil from the
// place: one around it, or one before it that leaves.
func (p *place) notNil(err types.Object, loop ast.Node) bool {
	tested := false
	syntax.Own(loop, func(n ast.Node) {
		if n.Pos() > p.stmt.Pos() {
			return
		}
		inside := n.End() >= p.stmt.End()
		switch n := n.(type) {
		case *ast.IfStmt:
			inside = inside && n.Body.Pos() <= p.stmt.Pos() && p.stmt.End() <= n.Body.End()
			switch op := p.nilTest(n.Cond, err); {
			case op == token.NEQ:
				tested = tested || inside
			case op == token.EQL && !inside:
				tested = tested || n.Else == nil && syntax.EndsInJump(n.Body)
			}
		case *ast.SwitchStmt:
			for _, c := range n.Body.List {
				clause := c.(*ast.CaseClause)
				if n.Tag == nil && !inside && len(clause.List) == 1 && p.nilTest(clause.List[0], err) == token.EQL && syntax.EndsInJump(&ast.BlockStmt{List: clause.Body}) {
					b, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
					tested = tested || !ok || b.Label != nil || b.Tok == token.CONTINUE
				}
			}
		}
	})
	return tested
}
