package requeue

import (
	_ "embed"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

//go:embed doc.go
var doc string

const name = "requeue"

// Analyzer reports failed items that go back to their queue the wrong way.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{inspect.Analyzer, site.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	f := &finder{pass: pass, report: r, sums: r.Model.Sums, in: pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)}
	f.ownQueues()
	if f.imports(workqueue) {
		f.queues()
		f.limiters()
	}
	if f.imports(reconcile, controllerRuntime) {
		f.reconcilers()
	}
	return r.Done(), nil
}

// finder looks for what is given back in one package.
type finder struct {
	pass   *analysis.Pass
	report *report.Reporter
	sums   *summary.Package
	in     *inspector.Inspector
}

// imports reports whether the package imports one of others.
func (f *finder) imports(paths ...string) bool {
	return slices.ContainsFunc(f.pass.Pkg.Imports(), func(p *types.Package) bool { return slices.Contains(paths, p.Path()) })
}

// callee is the function or method of a package that a call names, "" for others.
func (f *finder) callee(call *ast.CallExpr, pkg string) string {
	fn, _ := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != pkg {
		return ""
	}
	return fn.Name()
}
