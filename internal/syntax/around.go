package syntax

import (
	"go/ast"
	"go/token"
	"slices"
	"sort"
)

// What stands around, before and behind a node.

// Enclosing lists the nodes around n, n first.
func Enclosing(file *ast.File, n ast.Node) []ast.Node {
	path := []ast.Node{file}
	if d := DeclarationAt(file, n.Pos()); d != nil {
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

// DeclarationAt is the declaration that a position stands in.
func DeclarationAt(file *ast.File, at token.Pos) ast.Decl {
	i := sort.Search(len(file.Decls), func(i int) bool { return at < file.Decls[i].End() })
	if i < len(file.Decls) && file.Decls[i].Pos() <= at {
		return file.Decls[i]
	}
	return nil
}

// InnermostLoop is the loop around a node in its own function.
func InnermostLoop(file *ast.File, n ast.Node) ast.Stmt {
	for _, outer := range Enclosing(file, n) {
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

// ListOf is the list of statements that a node has.
func ListOf(parent ast.Node) []ast.Stmt {
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

// Lists reports whether a statement is one of those that parent lists.
func Lists(parent ast.Node, s ast.Stmt) bool {
	switch s.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return false // which a block lists, too
	}
	return slices.Contains(ListOf(parent), s)
}

// Preceding lists what stands before a statement in its parent's list.
func Preceding(parent ast.Node, s ast.Stmt) []ast.Stmt {
	list := ListOf(parent)
	if i := slices.Index(list, s); i >= 0 {
		return list[:i]
	}
	return nil
}

// Following lists what stands behind a statement in its parent's list.
func Following(parent ast.Node, s ast.Stmt) []ast.Stmt {
	list := ListOf(parent)
	if i := slices.Index(list, s); i >= 0 {
		return list[i+1:]
	}
	return nil
}

// EndsInJump reports whether a block ends by a jump out of it.
func EndsInJump(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}
