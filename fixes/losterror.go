package fixes

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/syntax"
)

// Keep keeps an error from getting lost: it goes to the variable that is
// returned and not to one that hides it, a question that is asked the wrong way
// round is turned, and the last attempt's error is returned in the place of nil.
func (f *Fixer) Keep(l *outcome.Lost) *Draft {
	switch l.How {
	case outcome.LostShadowed:
		return f.unshadow(l.Err, l.Var, l.By)
	case outcome.LostUnassigned:
		return f.unshadow(l.Err, l.Var, l.By)
	case outcome.LostInverted:
		return f.turned(l)
	case outcome.LostNil:
		if ret, ok := l.At.(*ast.ReturnStmt); ok && l.Var == nil {
			return f.returnLast(l.Err, ret)
		}
	}
	return none
}

// unshadow has a call assign its error to an outer variable and not to a new one
// of the same name.
func (f *Fixer) unshadow(call *ast.CallExpr, outer, inner *types.Var) *Draft {
	p := f.atNode(call)
	if p == nil || outer == nil || inner == nil || f.lookup(outer.Name(), p.stmt.Pos()) != types.Object(outer) || p.captured(outer, inner) {
		return none
	}
	a := p.assigns(call)
	if a == nil || a.Tok != token.DEFINE {
		return none
	}
	var others []*ast.Ident
	for i, l := range a.Lhs {
		id, ok := l.(*ast.Ident)
		switch {
		case !ok:
			return none
		case i == len(a.Lhs)-1:
			if f.pass.TypesInfo.Defs[id] != types.Object(inner) {
				return none
			}
		case id.Name != "_" && f.pass.TypesInfo.Defs[id] != nil:
			others = append(others, id)
		}
	}
	const message = "assign to the error that is returned"
	edits := []analysis.TextEdit{draft.Replace(a.TokPos, a.TokPos+2, "=")}
	if len(others) > 0 {
		if ast.Stmt(a) != p.stmt {
			return none // the variables would outlive their statement
		}
		text := ""
		for _, id := range others {
			typ := types.TypeString(f.pass.TypesInfo.TypeOf(id), p.qualifier)
			text += "var " + id.Name + " " + typ + "\n" + p.indent
		}
		edits = append(edits, draft.Insert(a.Pos(), text))
	}
	return draft.Offer(p.src, message, edits)
}

// assigns is the assignment that the statement is, or begins with, of what a call
// gives back.
func (p *place) assigns(call *ast.CallExpr) *ast.AssignStmt {
	s := p.stmt
	switch n := s.(type) {
	case *ast.IfStmt:
		s = n.Init
	case *ast.SwitchStmt:
		s = n.Init
	}
	a, ok := s.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(call) {
		return nil
	}
	return a
}

// captured reports whether a function literal inside the function, or a pointer,
// has to do with one of some variables.
func (p *place) captured(vars ...*types.Var) bool {
	captured := false
	is := func(n ast.Node) {
		ast.Inspect(n, func(m ast.Node) bool {
			if id, ok := m.(*ast.Ident); ok {
				for _, v := range vars {
					captured = captured || p.f.pass.TypesInfo.Uses[id] == types.Object(v)
				}
			}
			return true
		})
	}
	for _, v := range vars {
		captured = captured || v.Pos() < p.fn.Pos() || v.Pos() >= p.fn.End()
	}
	ast.Inspect(p.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			is(n.Body)
			return false
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		}
		return true
	})
	return captured
}

// turned asks IgnoreX(err) == nil where an error is at hand and is returned
// otherwise.
func (f *Fixer) turned(l *outcome.Lost) *Draft {
	p := f.atNode(l.At)
	if p == nil {
		return none
	}
	var ask *ast.IfStmt
	for _, n := range p.path {
		if s, ok := n.(*ast.IfStmt); ok {
			ask = s
			break
		}
	}
	if ask == nil || ask.Init != nil || ask.Else != nil || len(l.Err.Args) != 1 {
		return none
	}
	if p = f.atNode(ask); p == nil || p.stmt != ast.Stmt(ask) {
		return none
	}
	b, ok := ast.Unparen(ask.Cond).(*ast.BinaryExpr)
	err, isVar := l.Err.Args[0].(*ast.Ident)
	if !ok || b.Op != token.NEQ || ast.Unparen(b.X) != ast.Expr(l.Err) || !isVar {
		return none
	}
	v := f.pass.TypesInfo.Uses[err]
	next := syntax.Following(p.path[1], ask)
	if len(next) != 1 || len(p.path) < 3 {
		return none
	}
	ret, ok := next[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || !p.hands(ret.Results[0], v) {
		return none
	}
	outer, ok := p.path[2].(*ast.IfStmt)
	if !ok || outer.Body != p.path[1] || p.nilTest(outer.Cond, v) != token.NEQ {
		return none
	}
	return draft.Offer(p.src, "return nil for the error to ignore, and for no other", []analysis.TextEdit{draft.Replace(b.OpPos, b.OpPos+2, "==")})
}

// hands reports whether an expression hands on an error, as it is or wrapped.
func (p *place) hands(e ast.Expr, v types.Object) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && p.f.pass.TypesInfo.Uses[id] == v
		return !found
	})
	return found
}

// returnLast returns an attempt's error in the place of nil, where its variable
// is in sight and nothing else assigns to it from the attempt on.
func (f *Fixer) returnLast(call *ast.CallExpr, ret *ast.ReturnStmt) *Draft {
	p, at := f.atNode(ret), f.atNode(call)
	if p == nil || at == nil || p.fn != at.fn || len(ret.Results) == 0 || ret.Pos() < call.Pos() {
		return none
	}
	a := at.assigns(call)
	if a == nil {
		return none
	}
	id, ok := a.Lhs[len(a.Lhs)-1].(*ast.Ident)
	last := ret.Results[len(ret.Results)-1]
	if !ok || !f.pass.TypesInfo.Types[last].IsNil() {
		return none
	}
	v, ok := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || f.lookup(v.Name(), ret.Pos()) != types.Object(v) || at.captured(v) {
		return none
	}
	assigned := false
	syntax.Own(p.body, func(n ast.Node) {
		if b, ok := n.(*ast.AssignStmt); ok && b != a && b.Pos() > a.Pos() && b.Pos() < ret.Pos() {
			for _, l := range b.Lhs {
				id, ok := l.(*ast.Ident)
				assigned = assigned || ok && f.pass.TypesInfo.ObjectOf(id) == types.Object(v)
			}
		}
	})
	if assigned {
		return none
	}
	return draft.Offer(p.src, "return the error of the last attempt", []analysis.TextEdit{draft.Replace(last.Pos(), last.End(), v.Name())})
}
