package fixes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"github.com/retryvet/retryvet/fixes/draft"
	"github.com/retryvet/retryvet/internal/site"
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
	path := enclosing(file, n)
	for i, outer := range path {
		s, ok := outer.(ast.Stmt)
		if _, ok := outer.(*ast.FuncLit); ok {
			return nil
		}
		if !ok || i+1 == len(path) || !isList(path[i+1], s) {
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

// isList reports whether a statement is one of those that parent lists.
func isList(parent ast.Node, s ast.Stmt) bool {
	switch s.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return false // which a block lists, too
	}
	return slices.Contains(listOf(parent), s)
}

// listOf is the list of statements that a node has.
func listOf(parent ast.Node) []ast.Stmt {
	switch parent := parent.(type) {
	case *ast.BlockStmt:
		return parent.List
	case *ast.CaseClause:
		return parent.Body
	case *ast.CommClause:
		return parent.Body
	}
	return nil
}

// enclosing lists the nodes around n, n first.
func enclosing(file *ast.File, n ast.Node) []ast.Node {
	path := []ast.Node{file}
	if d := declarationAt(file, n.Pos()); d != nil {
		ast.Inspect(d, func(m ast.Node) bool {
			if m == nil || m.Pos() > n.Pos() || m.End() < n.End() {
				return false
			}
			path = append(path, m)
			return m != n
		})
	}
	slices.Reverse(path)
	return path
}

// declarationAt is the declaration that a position stands in.
func declarationAt(file *ast.File, at token.Pos) ast.Decl {
	i := sort.Search(len(file.Decls), func(i int) bool { return at < file.Decls[i].End() })
	if i < len(file.Decls) && file.Decls[i].Pos() <= at {
		return file.Decls[i]
	}
	return nil
}

// own walks a body without the function literals in it.
func own(body ast.Node, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok && n != body {
			return false
		}
		if n != nil {
			visit(n)
		}
		return true
	})
}

// preceding lists what stands before a statement in its parent's list.
func preceding(parent ast.Node, s ast.Stmt) []ast.Stmt {
	list := listOf(parent)
	if i := slices.Index(list, s); i >= 0 {
		return list[:i]
	}
	return nil
}

// following lists what stands behind a statement in its parent's list.
func following(parent ast.Node, s ast.Stmt) []ast.Stmt {
	list := listOf(parent)
	if i := slices.Index(list, s); i >= 0 {
		return list[i+1:]
	}
	return nil
}

// after lists the statements that follow a loop in the list that it stands in.
func (p *place) after(loop ast.Node) []ast.Stmt {
	for i, n := range p.path {
		if n == loop && i+1 < len(p.path) {
			s, parent := loop.(ast.Stmt), p.path[i+1]
			if l, ok := parent.(*ast.LabeledStmt); ok && i+2 < len(p.path) {
				s, parent = l, p.path[i+2]
			}
			return following(parent, s)
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
	own(p.body, func(n ast.Node) {
		if r, ok := n.(*ast.ReturnStmt); ok {
			out = append(out, r)
		}
	})
	return out
}

// innermostLoop is the loop around a node in its own function.
func innermostLoop(file *ast.File, n ast.Node) ast.Stmt {
	for _, outer := range enclosing(file, n) {
		switch outer := outer.(type) {
		case *ast.ForStmt:
			return outer
		case *ast.RangeStmt:
			return outer
		case *ast.FuncLit:
			return nil
		}
	}
	return nil
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

// leaves reports whether a block ends by a jump out of it.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}
