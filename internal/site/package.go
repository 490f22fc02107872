package site

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/summary"
)

// Package is a package under analysis, with what is found out about it once and
// asked for often.
type Package struct {
	pass *analysis.Pass
	info *types.Info
	sums *summary.Package

	defs      map[ast.Node]map[types.Object][]def
	params    map[ast.Node]map[types.Object]bool
	bodies    map[ast.Node]*region // whole functions, see whole
	fieldUse  *fieldUses
	called    map[*types.Func][]*ast.CallExpr // see callers
	mentioned map[*types.Func]int
	notes     map[reflect.Type]any // see Notes
	// asking guards the answers that are found when a check asks for them: drivers
	// run checks side by side.
	asking sync.Mutex
}

// NewPackage prepares the analysis of a package.
func NewPackage(pass *analysis.Pass, sums *summary.Package) *Package {
	return &Package{
		pass:   pass,
		info:   pass.TypesInfo,
		sums:   sums,
		defs:   map[ast.Node]map[types.Object][]def{},
		params: map[ast.Node]map[types.Object]bool{},
		bodies: map[ast.Node]*region{},
		notes:  map[reflect.Type]any{},
	}
}

// Notes is what a room of the house keeps of a package, under a type of its own:
// a zero T at first.
func Notes[T any](m *Package) *T {
	key := reflect.TypeFor[T]()
	if m.notes[key] == nil {
		m.notes[key] = new(T)
	}
	return m.notes[key].(*T)
}
