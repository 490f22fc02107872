package budgetuse

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "budgetuse"

// Analyzer reports retry budgets and limiters that do not limit.
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
	f := &finder{pass: pass, sums: r.Model.Sums, in: pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)}
	if f.imports(rate) {
		f.find(r.Sites())
		limits(f, r)
		uses(f, r)
	}
	if f.imports(retry) {
		for _, b := range f.ownBudgets() {
			r.Report(b, "this budget is made anew for each call: it counts the retries of one call only, and limits nothing over all of them")
		}
	}
	return r.Done(), nil
}

// limits reports limiters that are made so that they limit nothing, or everything.
func limits(f *finder, r *report.Reporter) {
	for c := range f.in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if d, ok := f.perNanosecond(c); ok {
			r.Report(call, fmt.Sprintf("a rate.Limit is a number of events per second: %s of a time.Duration is one in nanoseconds, which limits nothing, where rate.Every(%s) is meant", phrase.Source(call), d))
			continue
		}
		if f.callee(call) != "NewLimiter" || len(call.Args) != 2 {
			continue
		}
		switch {
		case f.isZero(call.Args[1]) && f.isFinite(call.Args[0]) && !f.mentioned["SetBurst"]:
			r.Report(call, "a limiter with a burst of 0 never lets anything through: Allow always says no, and Wait always fails")
		case f.isInf(call.Args[0]):
			if v := f.heldBy(c); v != nil && !f.reset[v] {
				if s := f.gated[v]; s != nil {
					r.Report(call, fmt.Sprintf("a budget of rate.Inf never says no: it does not limit the retries of %s", phrase.Attempt(s)), report.At(s.Head(), "retries here"))
				}
			}
		default:
			if v := f.heldBy(c); v != nil && f.gated[v] != nil && f.ofOneCall(v, c) {
				r.Report(call, fmt.Sprintf("this limiter is made anew for each call: it counts the retries of one call of %s only, and limits nothing over all of them", phrase.Attempt(f.gated[v])))
			}
		}
	}
}

// uses reports uses of limiters in sites by which they limit nothing.
func uses(f *finder, r *report.Reporter) {
	for _, s := range r.Sites() {
		ast.Inspect(s.Node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ExprStmt:
				if call, ok := n.X.(*ast.CallExpr); ok && f.callee(call) == "Limiter.Allow" {
					r.Report(call, fmt.Sprintf("%s takes a token and its answer is thrown away: the retry goes on even if there was none", phrase.Source(call)))
				}
			case *ast.CallExpr:
				if fn := f.callee(n); (fn == "Limiter.Wait" || fn == "Limiter.WaitN") && s.Reach.Expr != "" && !s.Reach.Background && f.isBackground(n.Args[0]) {
					r.Report(n, fmt.Sprintf("%s waits for a token on a context that nothing cancels: if %s is cancelled, it waits on", phrase.Source(n.Fun), s.Reach.Expr))
				}
			}
			return true
		})
	}
}

// imports reports whether the package imports another one.
func (f *finder) imports(path string) bool {
	return slices.ContainsFunc(f.pass.Pkg.Imports(), func(p *types.Package) bool { return p.Path() == path })
}
