package nestedretry

import (
	_ "embed"
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "nestedretry"

// Analyzer reports attempts that multiply because an attempt retries itself.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, outcome.Analyzer},
	ResultType: report.SilencesType,
}

// worth is the product of attempts from which on a nested retry is reported:
// three layers' worth of 3, the default of most clients, in two.
const worth = 9

var all bool

func init() {
	Analyzer.Flags.BoolVar(&all, "all", false, "report attempts, too, of which nothing tells how often one of the layers makes them")
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	outcomes := pass.ResultOf[outcome.Analyzer].(*outcome.Result)
	shared := map[cause][]*site.Site{}
	var all []*site.Site
	for _, s := range r.Sites() {
		if s.Inner == nil {
			continue
		}
		if why := silence(s, outcomes.Of(s)); why != "" {
			r.Silent(s, why)
			continue
		}
		all = append(all, s)
		shared[causeOf(s)] = append(shared[causeOf(s)], s)
	}
	for _, s := range all {
		same := shared[causeOf(s)]
		switch {
		case s.Kind != site.Helper || len(same) <= report.Few:
			related := append(phrase.AttemptAt(s), phrase.InnerAt(s)...)
			r.Report(s.Head(), fmt.Sprintf("attempts multiply: %s, which itself retries (%s): %s", phrase.InnerCall(s), s.Inner.Calls(), phrase.Product(s)), related...)
		case same[0] == s:
			r.Report(s.Head(), fmt.Sprintf("attempts multiply: %s retries %d calls here that retry by themselves (%s): %s", knowledge.FuncName(s.Retrier), len(same), s.Inner.Calls(), phrase.Product(s)),
				report.Where(same[1:], func(s *site.Site) analysis.RelatedInformation { return report.At(s.Head(), "and here") })...)
		}
	}
	return r.Done(), nil
}

// cause is what several sites may share: they hand one retrier what one client
// retries as often.
type cause struct {
	retrier         *types.Func
	inner           string
	attempts, limit int64
}

func causeOf(s *site.Site) cause {
	return cause{s.Retrier, s.Inner.Name, s.Max, s.Inner.Attempts}
}

// silence is the clause that keeps the check silent about a site with a retry
// inside.
func silence(s *site.Site, last *outcome.Last) string {
	switch {
	case s.Polls():
		return "it waits for an answer"
	case !s.Kind.Again() && s.Kind != site.Helper:
		return "no retry that success leaves"
	case last.EndsOuter:
		return "the error that the inner retry gives up with ends this one"
	case s.Max == 0 && s.Bound&knowledge.Attempts == 0 && !all:
		return "nothing counts its attempts, and its limit may be a time"
	case s.Inner.Attempts == 0 && !all:
		return "the inner retry has no number of attempts, and its limit may be a time"
	case s.Max != 0 && s.Inner.Attempts != 0 && s.Max*s.Inner.Attempts < worth:
		return fmt.Sprintf("%d attempts in all are few", s.Max*s.Inner.Attempts)
	}
	return ""
}
