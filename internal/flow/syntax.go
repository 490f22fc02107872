package flow

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/cfg"
)

func IsBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// Within reports whether one node is a part of another.
func Within(n, of ast.Node) bool { return of.Pos() <= n.Pos() && n.End() <= of.End() }

// Holds reports whether a node stands in a block of a control-flow graph.
func Holds(b *cfg.Block, n ast.Node) bool {
	return slices.ContainsFunc(b.Nodes, func(x ast.Node) bool { return Within(n, x) })
}

// BlockWith is the first of the blocks that a node stands in, or nil.
func BlockWith(blocks []*cfg.Block, n ast.Node) *cfg.Block {
	if i := slices.IndexFunc(blocks, func(b *cfg.Block) bool { return Holds(b, n) }); i >= 0 {
		return blocks[i]
	}
	return nil
}

// Whole is a function's whole body as a region that is run once.
func Whole(u *Unit) *Region {
	g := u.Cfg()
	r := &Region{U: u, Node: u.Node, From: u.Body.Pos(), To: u.Body.End(), Head: g.Blocks[0], Blocks: map[*cfg.Block]bool{}}
	for _, b := range g.Blocks {
		if b.Live {
			r.Blocks[b] = true
			r.Order = append(r.Order, b)
		}
	}
	return r
}

func AnyNode(nodes []ast.Node, f func(ast.Node) bool) bool {
	for _, n := range nodes {
		if f(n) {
			return true
		}
	}
	return false
}
