package retryafter

import (
	_ "embed"
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/exchange"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "retryafter"

// Analyzer reports answers of 429 or 503 that are repeated without a look at Retry-After.
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
	shared := map[*ast.Ident][]*site.Site{}
	for _, s := range r.Sites() {
		if u := exchanges.Of(s).Unheeded; u != nil && u.Decider != nil && u.Misread == nil {
			shared[u.Decider] = append(shared[u.Decider], s)
		}
	}
	by := func(s *site.Site) analysis.RelatedInformation {
		return report.At(exchanges.Of(s).Unheeded.At, "by this "+phrase.Kind(s))
	}
	for _, s := range r.Sites() {
		u := exchanges.Of(s).Unheeded
		switch {
		case u == nil:
		case u.Misread != nil && u.Misread.Lower:
			r.Report(u.Misread.At, fmt.Sprintf("this %s waits for the lesser of Retry-After and its own delay after an answer of %d: it comes back before the time that the server asks to wait", phrase.Kind(s), u.Status), report.At(u.Call, "answered here"))
		case u.Misread != nil:
			r.Report(u.Misread.At, fmt.Sprintf("a Retry-After that this does not parse, such as a date, is taken for 0: this %s makes the next attempt at once after an answer of %d", phrase.Kind(s), u.Status), report.At(u.Call, "answered here"))
		case len(shared[u.Decider]) <= report.Few:
			does := "never reads"
			if u.Logged {
				does = "only logs"
			}
			r.Report(u.At, fmt.Sprintf("this %s goes on after an answer of %d and %s Retry-After: it may come back before the time that the server asks to wait", phrase.Kind(s), u.Status, does), report.At(u.Call, "answered here"))
		case shared[u.Decider][0] == s:
			does := "none reads Retry-After"
			if slices.ContainsFunc(shared[u.Decider], func(s *site.Site) bool { return exchanges.Of(s).Unheeded.Logged }) {
				does = "none does more with Retry-After than log it"
			}
			r.Report(u.Decider, fmt.Sprintf("%d retries ask %s what to do with an answer of %d, and %s: they may come back before the time that the server asks to wait", len(shared[u.Decider]), u.Decider.Name, u.Status, does), report.Where(shared[u.Decider], by)...)
		}
	}
	return r.Done(), nil
}
