package fixes

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/exchange"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// Rewind gives each attempt a body of its own: the reader over memory is made
// where it is used, or the request gets a new body from what it was made of.
func (f *Fixer) Rewind(u exchange.Reuse) *Draft {
	id, ok := ast.Unparen(u.Use).(*ast.Ident)
	if !ok {
		return none
	}
	v, ok := f.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return none
	}
	p := f.atNode(id)
	if p == nil {
		return none
	}
	switch u.What {
	case exchange.Reader:
		return p.madeHere(id, v)
	case exchange.Request:
		return p.refilled(id, v)
	}
	return none
}

// definition is the statement that defines a variable, if nothing else assigns
// to it, and how often the file uses it.
func (p *place) definition(v *types.Var) (def *ast.AssignStmt, uses int) {
	assigns := 0
	ast.Inspect(p.src.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && p.f.pass.TypesInfo.ObjectOf(id) == v {
					assigns++
					if p.f.pass.TypesInfo.Defs[id] == v && len(n.Rhs) == 1 {
						def = n
					}
				}
			}
		case *ast.Ident:
			if p.f.pass.TypesInfo.Uses[n] == v {
				uses++
			}
		}
		return true
	})
	if assigns != 1 {
		return nil, uses
	}
	return def, uses
}

// madeHere makes a reader where it is used, which is the only place.
func (p *place) madeHere(id *ast.Ident, v *types.Var) *Draft {
	def, uses := p.definition(v)
	if def == nil || uses != 1 || len(def.Lhs) != 1 {
		return none
	}
	made, ok := def.Rhs[0].(*ast.CallExpr)
	if !ok || len(made.Args) != 1 || !p.readsMemory(made) || !p.f.same(made, id.Pos()) || p.assigned(made.Args[0], made.End()) {
		return none
	}
	q := p.f.at(p.src.File, def)
	if q == nil || q.stmt != ast.Stmt(def) {
		return none
	}
	line := p.src.Tok.Line(def.Pos())
	if p.src.Tok.Line(def.End()) != line || line == p.src.Tok.LineCount() {
		return none
	}
	return draft.Offer(p.src, "make the reader for each attempt", []analysis.TextEdit{
		draft.Replace(p.src.Tok.LineStart(line), p.src.Tok.LineStart(line+1), ""),
		draft.Replace(id.Pos(), id.End(), p.src.Of(made)),
	})
}

// readsMemory reports whether a call makes a reader over memory, which stays as
// it is.
func (p *place) readsMemory(c *ast.CallExpr) bool {
	fn, ok := callee(p.f.pass.TypesInfo, c).(*types.Func)
	if !ok {
		return false
	}
	switch fn.FullName() {
	case "bytes.NewReader", "bytes.NewBuffer", "bytes.NewBufferString", "strings.NewReader":
		return true
	}
	return false
}

// assigned reports whether an expression may have another value behind a
// position: a variable in it is assigned to, or it calls something.
func (p *place) assigned(e ast.Expr, from token.Pos) bool {
	names := map[types.Object]bool{}
	assigned := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			assigned = assigned || !p.f.pass.TypesInfo.Types[n.Fun].IsType()
		case *ast.Ident:
			if v, ok := p.f.pass.TypesInfo.Uses[n].(*types.Var); ok {
				names[v] = true
				assigned = assigned || v.IsField() || v.Parent() == p.f.pass.Pkg.Scope()
			}
		}
		return true
	})
	is := func(e ast.Expr) {
		for {
			switch x := e.(type) {
			case *ast.IndexExpr:
				e = x.X
				continue
			case *ast.SliceExpr:
				e = x.X
				continue
			case *ast.Ident:
				assigned = assigned || names[p.f.pass.TypesInfo.ObjectOf(x)]
			}
			return
		}
	}
	ast.Inspect(p.src.File, func(n ast.Node) bool {
		if n == nil || n.End() < from {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if n.Pos() > from {
					is(l)
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		case *ast.IncDecStmt:
			is(n.X)
		}
		return true
	})
	return assigned
}

// refilled gives a request over memory a new body before it is sent.
func (p *place) refilled(id *ast.Ident, v *types.Var) *Draft {
	def, _ := p.definition(v)
	if def == nil || def.Pos() < p.body.Pos() {
		return none
	}
	made, ok := def.Rhs[0].(*ast.CallExpr)
	if !ok || len(made.Args) == 0 {
		return none
	}
	fn, ok := callee(p.f.pass.TypesInfo, made).(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "net/http" || fn.Name() != "NewRequest" && fn.Name() != "NewRequestWithContext" || !p.isMemory(made.Args[len(made.Args)-1]) {
		return none
	}
	sends := p.sends(id)
	results := p.results()
	if sends == nil || len(results) == 0 || !summary.IsError(p.f.pass.TypesInfo.TypeOf(results[len(results)-1])) || p.holds() {
		return none
	}
	err, ok := p.f.lookup("err", p.stmt.Pos()).(*types.Var)
	if !ok || !summary.IsError(err.Type()) || err.Pos() < p.fn.Pos() || p.f.pass.TypesInfo.ObjectOf(sends) != err {
		return none
	}
	l, ok := p.leaveWithError(&site.Site{Reach: site.Reach{Kind: knowledge.Ctx}}, p.body, results)
	if !ok {
		return none
	}
	in := "\n" + p.indent
	return draft.Offer(p.src, "give the request its body again", []analysis.TextEdit{draft.Insert(p.stmt.Pos(),
		"if "+id.Name+".Body, err = "+id.Name+".GetBody(); err != nil {"+in+"\t"+l.statement("err")+in+"}"+in)})
}

// isMemory reports whether net/http can make a body over an expression anew.
func (p *place) isMemory(e ast.Expr) bool {
	ptr, ok := p.f.pass.TypesInfo.TypeOf(e).(*types.Pointer)
	if !ok {
		return false
	}
	t := ptr.Elem()
	return summary.IsNamed(t, "bytes", "Buffer") || summary.IsNamed(t, "bytes", "Reader") || summary.IsNamed(t, "strings", "Reader")
}

// sends is the variable that the error goes to of the call which the statement
// begins with, and which sends a request.
func (p *place) sends(req *ast.Ident) *ast.Ident {
	s := p.stmt
	if n, ok := s.(*ast.IfStmt); ok {
		s = n.Init
	}
	a, ok := s.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 2 || len(a.Rhs) != 1 || a.Pos() > req.Pos() || req.End() > a.End() {
		return nil
	}
	err, _ := a.Lhs[1].(*ast.Ident)
	return err
}
