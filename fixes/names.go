package fixes

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/retryvet/retryvet/internal/syntax"
)

// free is the first of some names that can be declared anywhere in a function
// without hiding or hitting what has that name; "" if all are taken.
func (p *place) free(names ...string) string {
	taken := p.f.taken[p.fn]
	if taken == nil {
		taken = map[string]bool{}
		p.f.taken[p.fn] = taken
		ast.Inspect(p.fn, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				taken[id.Name] = true
			}
			return true
		})
	}
	for _, name := range names {
		if !taken[name] && p.f.lookup(name, p.stmt.Pos()) == nil {
			return name
		}
	}
	return ""
}

// name gives a loop a name that no other loop of the same declaration was given:
// their fixes are tried out one by one, and applied together. A loop keeps the
// name it has.
func (p *place) name(loop ast.Stmt, names ...string) string {
	decl := p.path[len(p.path)-2]
	if given := p.f.names[loop]; given != "" {
		return given
	}
	if p.f.given[decl] == nil {
		p.f.given[decl] = map[string]bool{}
	}
	left := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return p.f.given[decl][name] })
	name := p.free(left...)
	p.f.names[loop], p.f.given[decl][name] = name, true
	return name
}

// canHide reports whether a new variable of a name may hide what has that name
// in a statement that uses some expression.
func (p *place) canHide(name string, in ast.Node) bool {
	uses := false
	ast.Inspect(in, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		uses = uses || ok && id.Name == name
		return !uses
	})
	return !uses
}

// lookup is what a name stands for at a position.
func (f *Fixer) lookup(name string, at token.Pos) types.Object {
	scope := f.scope(at)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, at)
	return obj
}

// scope is the innermost one around a position. Those of a file are many: the
// function that the position stands in is asked first.
func (f *Fixer) scope(at token.Pos) *types.Scope {
	if file := f.files.At(at); file != nil {
		if fn, ok := syntax.DeclarationAt(file, at).(*ast.FuncDecl); ok {
			if own := f.pass.TypesInfo.Scopes[fn.Type]; own != nil {
				if scope := own.Innermost(at); scope != nil {
					return scope
				}
			}
		}
	}
	return f.pass.Pkg.Scope().Innermost(at)
}

// same reports whether the variables that a piece of source names where it
// stands are what those names stand for at another position.
func (f *Fixer) same(n ast.Node, at token.Pos) bool {
	ok := true
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.SelectorExpr:
			ok = ok && f.same(m.X, at)
			return false
		case *ast.KeyValueExpr:
			ok = ok && f.same(m.Value, at)
			return false
		case *ast.FuncLit:
			ok = false
		case *ast.Ident:
			obj := f.pass.TypesInfo.Uses[m]
			ok = ok && obj != nil && f.lookup(m.Name, at) == obj
		}
		return ok
	})
	return ok
}

// changes reports whether an expression may have another value in a later round
// of a loop: it calls something, or the loop changes what it names.
func (f *Fixer) changes(loop ast.Node, e ast.Expr) bool {
	changes := false
	names := map[types.Object]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			changes = changes || !f.pass.TypesInfo.Types[n.Fun].IsType()
		case *ast.Ident:
			if v, ok := f.pass.TypesInfo.Uses[n].(*types.Var); ok {
				names[v] = true
			}
		}
		return true
	})
	is := func(e ast.Expr) bool {
		switch e := ast.Unparen(e).(type) {
		case *ast.Ident:
			return names[f.pass.TypesInfo.Uses[e]]
		case *ast.SelectorExpr:
			return names[f.pass.TypesInfo.Uses[e.Sel]]
		}
		return false
	}
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				changes = changes || is(l)
			}
		case *ast.IncDecStmt:
			changes = changes || is(n.X)
		case *ast.UnaryExpr:
			changes = changes || n.Op == token.AND && is(n.X)
		}
		return true
	})
	return changes
}

// isName reports whether an expression is the name of a variable, constant or
// field, which can be written twice.
func isName(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isName(e.X)
	}
	return false
}

// fixed is the value of a constant, or of a variable of the function that is given
// a constant and never another value; nil if it may have several.
func (p *place) fixed(e ast.Expr) constant.Value {
	info := p.f.pass.TypesInfo
	id, ok := ast.Unparen(e).(*ast.Ident)
	if v := info.Types[e].Value; v != nil || !ok || p.f.changes(p.body, id) {
		return v
	}
	var value constant.Value
	syntax.Own(p.body, func(n ast.Node) {
		if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 && info.Defs[a.Lhs[0].(*ast.Ident)] == info.Uses[id] {
			value = info.Types[a.Rhs[0]].Value
		}
	})
	return value
}
