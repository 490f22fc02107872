package summary

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// walk looks at one function: what it does itself and whom it calls.
func (p *Package) walk(decl *ast.FuncDecl, fn *types.Func) *function {
	f := &function{decl: decl, sig: fn.Signature()}
	f.entry.Place = knowledge.Local // until something else is found
	f.small = p.lookAt(f, decl.Body) <= smallFunc
	f.entry.Exits = neverReturns(p, decl)
	if f.small {
		f.entry.Wait = p.ownWait(decl, fn)
	}
	return f
}

// neverReturns reports whether a function's last statement is a call that never
// returns and it has no return statement, as in a fatal helper.
func neverReturns(p *Package, decl *ast.FuncDecl) bool {
	list := decl.Body.List
	if len(list) == 0 || len(list) > 6 || decl.Type.Results.NumFields() > 0 {
		return false
	}
	for _, s := range list {
		if _, ok := s.(*ast.ReturnStmt); ok {
			return false
		}
	}
	last, ok := list[len(list)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	c, ok := last.X.(*ast.CallExpr)
	return ok && !p.MayReturn(c)
}

// MayReturn reports whether control can come back from a call. It is what
// package cfg wants to know.
func (p *Package) MayReturn(c *ast.CallExpr) bool {
	if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok {
		if _, ok := p.pass.TypesInfo.Uses[id].(*types.Builtin); ok {
			return id.Name != "panic"
		}
	}
	fn := p.Callee(c)
	if fn == nil {
		return true
	}
	if f := p.funcs[fn.Origin()]; f != nil {
		return !f.entry.Exits
	}
	return !p.Of(fn).Exits
}

// sends reports whether a function sends a request itself.
func (p *Package) sends(f *function) bool {
	for _, c := range f.calls {
		if c.fn == nil {
			continue // a function value
		}
		if SendsRequest(c.fn.Signature()) || c.fn.Pkg() != nil && c.fn.Pkg().Path() == "net/http" && p.Of(c.fn).Place == knowledge.Remote {
			return true
		}
	}
	return false
}

// setsKey reports whether a function sets an idempotency key on a header.
func (p *Package) setsKey(f *function) bool {
	if f.key == knowledge.Unknown {
		f.key = knowledge.No
		ast.Inspect(f.decl.Body, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && IsIdempotencyKey(strings.Trim(lit.Value, "`\"")) {
				f.key = knowledge.Yes
			}
			return f.key == knowledge.No
		})
	}
	return f.key == knowledge.Yes
}

// IsIdempotencyKey reports whether a header names the key under which servers
// recognise a repeated request: the draft standard's Idempotency-Key and the
// spelling that net/http accepts beside it.
func IsIdempotencyKey(header string) bool {
	return strings.EqualFold(header, "Idempotency-Key") || strings.EqualFold(header, "X-Idempotency-Key")
}
