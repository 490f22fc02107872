// Package summary says, for every function of the package under analysis and of
// all that it imports, what the function does that matters to code which tries
// again: does it wait, and can a context end the wait; is its result random;
// does it leave the process; does it run for as long as a connection lives;
// which HTTP method does it send.
//
// Summaries come from syntax and types alone, in one walk over each function
// and a propagation along static calls, because the go command computes them
// for every dependency. They cross packages as one small fact a package.
package summary

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Analyzer computes summaries. Its result is a *Package.
var Analyzer = &analysis.Analyzer{
	Name:       "retrysummary",
	Doc:        "summarise what functions do that matters to code which tries again",
	Run:        run,
	ResultType: reflect.TypeFor[*Package](),
	FactTypes:  []analysis.Fact{new(fact), new(moduleVersion)},
}

func run(pass *analysis.Pass) (any, error) {
	p := &Package{
		pass:     pass,
		funcs:    map[*types.Func]*function{},
		imported: map[*types.Package]map[string]knowledge.Entry{},
		impls:    map[*types.Func][]*types.Func{},
		literals: map[*ast.FuncLit]*function{},
		queues:   map[types.Object][]*function{},
	}
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			f := p.walk(decl, fn)
			p.funcs[fn] = f
			p.order = append(p.order, f)
		}
	}
	p.nodes = slices.Clone(p.order)
	p.nodesOfQueues()
	p.nodesOfValues()
	p.propagate()
	p.findOfNil()
	p.findComputed()
	p.settled = true
	p.export()
	p.exportVersion()
	return p, nil
}
