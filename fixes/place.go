package fixes

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/syntax"
)

// place is where a fix takes effect: a statement, with what stands around it.
type place struct {
	f    *Fixer
	src  *draft.Source
	path []ast.Node // from the statement outward
	stmt ast.Stmt
	fn   ast.Node // the innermost function around it
	typ  *ast.FuncType
	body *ast.BlockStmt
	// indent is the white space before the statement, which begins its line.
	indent string
}

// at finds the statement around a node, which must begin its line and stand in
// a list of statements. Files that fixes leave alone have no places.
func (f *Fixer) at(file *ast.File, n ast.Node) *place {
	src := f.files.Source(file)
	if src == nil {
		return nil
	}
	p := &place{f: f, src: src}
	path := syntax.Enclosing(file, n)
	for i, outer := range path {
		s, ok := outer.(ast.Stmt)
		if _, ok := outer.(*ast.FuncLit); ok {
			return nil
		}
		if !ok || i+1 == len(path) || !syntax.Lists(path[i+1], s) {
			continue
		}
		p.stmt, p.path = s, path[i:]
		break
	}
	if p.stmt == nil {
		return nil
	}
	for _, outer := range p.path {
		switch fn := outer.(type) {
		case *ast.FuncLit:
			p.fn, p.typ, p.body = fn, fn.Type, fn.Body
		case *ast.FuncDecl:
			p.fn, p.typ, p.body = fn, fn.Type, fn.Body
		}
		if p.fn != nil {
			break
		}
	}
	indent, ok := src.Indent(p.stmt.Pos())
	if p.fn == nil || !ok {
		return nil
	}
	p.indent = indent
	return p
}

// atNode is at for a node of any file of the package.
func (f *Fixer) atNode(n ast.Node) *place {
	file := f.fileOf(n)
	if file == nil {
		return nil
	}
	return f.at(file, n)
}

func (f *Fixer) fileOf(n ast.Node) *ast.File { return f.files.At(n.Pos()) }

// after lists the statements that follow a loop in the list that it stands in.
func (p *place) after(loop ast.Node) []ast.Stmt {
	for i, n := range p.path {
		if n == loop && i+1 < len(p.path) {
			s, parent := loop.(ast.Stmt), p.path[i+1]
			if l, ok := parent.(*ast.LabeledStmt); ok && i+2 < len(p.path) {
				s, parent = l, p.path[i+2]
			}
			return syntax.Following(parent, s)
		}
	}
	return nil
}

// loop is the site's loop where the wait stands in it, or the body of the
// function that repeats itself.
func (p *place) loop(s *site.Site) ast.Node {
	if s.Kind == site.Recursive {
		return nil
	}
	for _, n := range p.path {
		if n == p.fn {
			break
		}
		if n == s.Node {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				return n
			}
		}
	}
	return nil
}

// labelled is a loop around the place with its label, if it has one.
func (p *place) labelled(loop ast.Stmt) ast.Stmt {
	for i, n := range p.path {
		if n == ast.Node(loop) && i+1 < len(p.path) {
			if l, ok := p.path[i+1].(*ast.LabeledStmt); ok {
				return l
			}
		}
	}
	return loop
}

// results are the types of the function's results.
func (p *place) results() []ast.Expr {
	var out []ast.Expr
	if p.typ.Results == nil {
		return nil
	}
	for _, field := range p.typ.Results.List {
		for range max(1, len(field.Names)) {
			out = append(out, field.Type)
		}
	}
	return out
}

// returns lists the return statements of the function itself.
func (p *place) returns() []*ast.ReturnStmt {
	var out []*ast.ReturnStmt
	syntax.Own(p.body, func(n ast.Node) {
		if r, ok := n.(*ast.ReturnStmt); ok {
			out = append(out, r)
		}
	})
	return out
}

func callee(info *types.Info, c *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		return info.Uses[fun]
	case *ast.SelectorExpr:
		return info.Uses[fun.Sel]
	}
	return nil
}

// isPackage reports whether an expression is the name of an imported package.
func (p *place) isPackage(e ast.Expr, path string) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	pkg, ok := p.f.pass.TypesInfo.Uses[id].(*types.PkgName)
	return ok && pkg.Imported().Path() == path
}

// nilTest is the operator by which a condition compares a variable with nil,
// token.ILLEGAL if it does anything else.
func (p *place) nilTest(cond ast.Expr, v types.Object) token.Token {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || !p.f.pass.TypesInfo.Types[b.Y].IsNil() {
		return token.ILLEGAL
	}
	if x, ok := b.X.(*ast.Ident); !ok || p.f.pass.TypesInfo.Uses[x] != v {
		return token.ILLEGAL
	}
	return b.Op
}
