package detachedctx

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "detachedctx"

// Analyzer reports attempts that run on a context which nothing cancels.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, cancel.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	cancels := pass.ResultOf[cancel.Analyzer].(*cancel.Result)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		for _, d := range cancels.Of(s).Detached {
			var related []analysis.RelatedInformation
			if d.Arg != d.Root {
				related = append(related, report.At(d.Root, "the context is made here"))
			}
			r.ReportFix(d.Arg, fmt.Sprintf("%s runs on %s though %s is in reach: cancelling %s does not stop it",
				phrase.Source(d.Call.Fun), phrase.Source(d.Root), d.Ctx, d.Ctx), func() *fixes.Draft { return fix.Attach(s, d) }, related...)
		}
		for _, w := range cancels.Of(s).Without {
			r.ReportFix(w.Call, fmt.Sprintf("%s takes no context though %s is in reach: cancelling %s does not stop it, as it would with %s",
				phrase.Source(w.Call.Fun), w.Ctx, w.Ctx, w.Twin), nil)
		}
	}
	return r.Done(), nil
}
