package bodyleak

import (
	_ "embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/exchange"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "bodyleak"

// Analyzer reports responses left open on the way to the next attempt.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, exchange.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	exchanges := pass.ResultOf[exchange.Analyzer].(*exchange.Result)
	fix := fixes.New(pass, r.Model)
	seen := map[*ast.CallExpr]bool{} // a function may be retried by several sites
	for _, s := range r.Sites() {
		for _, l := range exchanges.Of(s).Leaks {
			if seen[l.Call] {
				continue
			}
			seen[l.Call] = true
			related := []analysis.RelatedInformation{report.At(s.Head(), "repeated by this "+phrase.Kind(s))}
			if l.Exit != nil {
				related = append(related, report.At(l.Exit, "left here"))
			}
			r.ReportFix(l.Call, fmt.Sprintf("the response that %s gives back is not closed before the next attempt: each failed attempt leaks a connection", phrase.Source(l.Call.Fun)),
				func() *fixes.Draft { return fix.Close(l) }, related...)
		}
	}
	return r.Done(), nil
}
