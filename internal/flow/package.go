package flow

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/flow/value"
	"github.com/retryvet/retryvet/internal/summary"
)

// Package is a package under analysis, with what is found out about it once and
// asked for often.
type Package struct {
	Pass *analysis.Pass
	Info *types.Info
	Sums *summary.Package

	defs    map[ast.Node]map[types.Object][]Def
	indexes map[ast.Node]*index
	Params  map[ast.Node]map[types.Object]bool
	Bodies  map[ast.Node]*Region // whole functions, see whole
	notes   map[reflect.Type]any // see Notes
	values  *value.Values        // see Values
	using   sync.Mutex           // see Use
}

// NewPackage prepares the analysis of a package.
func NewPackage(pass *analysis.Pass, sums *summary.Package) *Package {
	return &Package{
		Pass:    pass,
		Info:    pass.TypesInfo,
		Sums:    sums,
		defs:    map[ast.Node]map[types.Object][]Def{},
		indexes: map[ast.Node]*index{},
		Params:  map[ast.Node]map[types.Object]bool{},
		Bodies:  map[ast.Node]*Region{},
		notes:   map[reflect.Type]any{},
	}
}

// Use gives the caller the package for itself until it calls done. Drivers run the
// analyzers of a package side by side, and much of what these ask is found when it
// is first asked for and then kept in the package, its units and its regions, which
// have no locks of their own. So each analyzer that is given a package holds it
// while it runs, from the first question to the last; none asks for it twice.
func (m *Package) Use() (done func()) {
	m.using.Lock()
	return m.using.Unlock
}

// Values answers questions about the values of the package's program. Nothing is
// built for it before the first question.
func (m *Package) Values() *value.Values {
	if m.values == nil {
		m.values = value.New(m.Pass, func(fn *types.Func) bool { return m.Sums.Of(fn).Exits })
	}
	return m.values
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
