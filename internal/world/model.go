package world

import (
	"go/ast"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
)

func UnitOf(m *flow.Package, file *ast.File, decl *ast.FuncDecl, fn *types.Func) *flow.Unit {
	return &flow.Unit{M: m, File: file, Root: decl, Fn: fn, Name: decl.Name.Name, Node: decl, Typ: decl.Type, Body: decl.Body}
}
