package site

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/world"
)

func DeclUnit(m *flow.Package, fn *types.Func) *flow.Unit {
	if fn == nil {
		return nil
	}
	decl := m.Sums.Decl(fn)
	if decl == nil {
		return nil
	}
	for _, f := range m.Pass.Files {
		if f.FileStart <= decl.Pos() && decl.Pos() < f.FileEnd {
			return world.UnitOf(m, f, decl, fn)
		}
	}
	return nil
}

// Whole is a function's whole body as a region that is run once.
func Whole(u *flow.Unit) *flow.Region {
	g := u.Cfg()
	r := &flow.Region{U: u, Node: u.Node, From: u.Body.Pos(), To: u.Body.End(), Head: g.Blocks[0], Blocks: map[*cfg.Block]bool{}}
	for _, b := range g.Blocks {
		if b.Live {
			r.Blocks[b] = true
			r.Order = append(r.Order, b)
		}
	}
	return r
}

func IsTimeFunc(fn *types.Func, names ...string) bool {
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "time" {
		return false
	}
	for _, n := range names {
		if fn.Name() == n && fn.Signature().Recv() == nil {
			return true
		}
	}
	return false
}

func AnyNode(nodes []ast.Node, f func(ast.Node) bool) bool {
	for _, n := range nodes {
		if f(n) {
			return true
		}
	}
	return false
}
