package retrylib

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/syntax"
)

// lost reports the Transport of an http.Client that is set, and set again before
// anything was sent by it: what the first one did, such as to retry, is not done.
func (f *finder) lost() []finding {
	var found []finding
	for c := range f.in.Root().Preorder((*ast.BlockStmt)(nil)) {
		set := map[types.Object]ast.Expr{} // what each variable's Transport was set to
		for _, stmt := range c.Node().(*ast.BlockStmt).List {
			client, value, isSet := f.setsTransport(stmt)
			for v := range set {
				if v != client && syntax.Mentions(f.m.Info, stmt, v) || isSet && v == client && syntax.Mentions(f.m.Info, value, v) {
					delete(set, v) // it may be used, or wrapped
				}
			}
			if !isSet {
				continue
			}
			if first := set[client]; first != nil && f.object(first) {
				found = append(found, finding{value, fmt.Sprintf("this Transport takes the place of %s, which was set before and is lost: wrap that one", phrase.Source(first))})
			}
			set[client] = value
		}
	}
	return found
}

// object reports whether a value is something and not nil.
func (f *finder) object(e ast.Expr) bool { return !f.m.Info.Types[e].IsNil() }

// setsTransport takes x.Transport = value, and x := &http.Client{Transport: value}, apart.
func (f *finder) setsTransport(stmt ast.Stmt) (client types.Object, value ast.Expr, ok bool) {
	a, isAssign := stmt.(*ast.AssignStmt)
	if !isAssign || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil, nil, false
	}
	if sel, ok := ast.Unparen(a.Lhs[0]).(*ast.SelectorExpr); ok && sel.Sel.Name == "Transport" && summary.IsNamed(f.m.Info.TypeOf(sel.X), "net/http", "Client") {
		v := syntax.Variable(f.m.Info, sel.X)
		return v, a.Rhs[0], v != nil && !v.IsField()
	}
	e := ast.Unparen(a.Rhs[0])
	if addr, ok := e.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		e = ast.Unparen(addr.X)
	}
	lit, isLit := e.(*ast.CompositeLit)
	v := syntax.Variable(f.m.Info, a.Lhs[0])
	if !isLit || v == nil || !summary.IsNamed(f.m.Info.TypeOf(lit), "net/http", "Client") {
		return nil, nil, false
	}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Transport" {
				return v, kv.Value, true
			}
		}
	}
	return nil, nil, false
}
