package site

import (
	"go/types"

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
