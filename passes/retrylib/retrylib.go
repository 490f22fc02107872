package retrylib

import (
	_ "embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "retrylib"

// Analyzer reports retry libraries and clients that are set up so that they do harm.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{inspect.Analyzer, site.Analyzer, delay.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	f := newFinder(r.Model.Package, pass.ResultOf[inspect.Analyzer].(*inspector.Inspector))
	f.find()
	for _, found := range f.judge() {
		r.Report(found.at, found.text)
	}
	for _, s := range r.Sites() {
		if endless(s) {
			r.Report(s.Head(), fmt.Sprintf("nothing ends the retries of %s by %s: it is given no number of attempts, no total time and no context", phrase.Attempt(s), callee(s)), phrase.AttemptAt(s)...)
			continue
		}
		if hint, ok := untold(s, delays); ok {
			r.Report(s.Head(), fmt.Sprintf("%s is not told of %s: when that is cancelled the retries go on%s", callee(s), s.Reach.Expr, hint))
		}
	}
	for _, found := range f.posts() {
		r.Report(found.at, found.text)
	}
	for _, found := range f.lost() {
		r.Report(found.at, found.text)
	}
	return r.Done(), nil
}

// finding is what is wrong somewhere.
type finding struct {
	at   ast.Node
	text string
}

// judge asks of each setup whether it does harm: one cause is told once.
func (f *finder) judge() []finding {
	var found []finding
	told := map[ast.Node]bool{}
	for _, s := range append(f.setups, f.byArg...) {
		literal := false // what a literal leaves out is one cause
		for i := range f.harms[s.pkg] {
			h := &f.harms[s.pkg][i]
			if !s.is(h) || !h.Holds(s.pkg, "") {
				continue
			}
			j := &judge{finder: f, s: s, h: h, words: map[string]string{}}
			if j.leftOut() && literal || told[j.place()] || !j.holds() {
				continue
			}
			literal = literal || j.leftOut()
			told[j.place()] = true
			found = append(found, finding{j.place(), j.message()})
		}
	}
	return found
}
