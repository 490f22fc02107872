package world

import (
	"go/ast"

	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/summary"
)

// BodyOf is the function itself or, for a method of an interface, the only one
// that implements it here; nil if its source is not in this package.
func BodyOf(m *flow.Package, fn *types.Func) *types.Func {
	if fn == nil {
		return nil
	}
	if summary.IsInterfaceMethod(fn) {
		fn = m.Sums.Implementation(fn)
	}
	if m.Sums.Decl(fn) == nil {
		return nil
	}
	return fn
}

// Whole is the body of a function as a region, with its graph; nil if it is too
// large.
func Whole(m *flow.Package, u *flow.Unit) *flow.Region {
	if r, ok := m.Bodies[u.Node]; ok {
		return r
	}
	r := &flow.Region{U: u, Node: u.Body, From: u.Body.Pos(), To: u.Body.End(), Blocks: map[*cfg.Block]bool{}}
	for _, b := range u.Cfg().Blocks {
		if b.Live {
			r.Blocks[b] = true
			r.Order = append(r.Order, b)
		}
	}
	if len(r.Order) == 0 || len(r.Order) > flow.TooLarge {
		r = nil
	} else {
		r.Head = r.Order[0]
	}
	m.Bodies[u.Node] = r
	return r
}

// Rounds is a body as a region that its call of itself begins anew, nil if that is
// never reached.
func Rounds(m *flow.Package, u *flow.Unit, c *ast.CallExpr) *flow.Region {
	whole := Whole(m, u)
	if whole == nil {
		return nil
	}
	p, ok := PlacedCall(whole, c)
	if !ok {
		return nil
	}
	return &flow.Region{U: whole.U, Node: whole.Node, From: whole.From, To: whole.To, Head: whole.Head, Blocks: whole.Blocks, Order: whole.Order,
		Again: map[*cfg.Block]bool{whole.U.Graph.Blocks[p.Block]: true}}
}
