package retryafter

import (
	_ "embed"
	"fmt"
	"go/ast"

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
		if u := exchanges.Of(s).Unheeded; u != nil && u.Decider != nil {
			shared[u.Decider] = append(shared[u.Decider], s)
		}
	}
	for _, s := range r.Sites() {
		u := exchanges.Of(s).Unheeded
		switch {
		case u == nil:
		case len(shared[u.Decider]) <= few:
			r.Report(u.At, fmt.Sprintf("this %s goes on after an answer of %d and never reads Retry-After: it may come back before the time that the server asks to wait", phrase.Kind(s), u.Status), report.At(u.Call, "answered here"))
		case shared[u.Decider][0] == s:
			r.Report(u.Decider, fmt.Sprintf("%d retries ask %s what to do with an answer of %d, and none reads Retry-After: they may come back before the time that the server asks to wait", len(shared[u.Decider]), u.Decider.Name, u.Status), where(exchanges, shared[u.Decider])...)
		}
	}
	return r.Done(), nil
}

// few is how many retries may be reported each by itself where they ask the same
// function.
const few = 3

// most is how many sites a finding points to.
const most = 5

// where points to sites.
func where(exchanges *exchange.Result, sites []*site.Site) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	for _, s := range sites[:min(most, len(sites))] {
		out = append(out, report.At(exchanges.Of(s).Unheeded.At, "by this "+phrase.Kind(s)))
	}
	return out
}
