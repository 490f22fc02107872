package nestedretry

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
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
	Requires:   []*analysis.Analyzer{site.Analyzer},
	ResultType: report.SilencesType,
}

// worth is the product of attempts from which on a nested retry is reported:
// three layers' worth of 3, the default of most clients, in two.
const worth = 9

var all bool

func init() {
	Analyzer.Flags.BoolVar(&all, "all", false, "report attempts, too, of which nothing tells how often the inner layer makes them")
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	for _, s := range r.Sites() {
		if s.Inner == nil {
			continue
		}
		if why := silence(s); why != "" {
			r.Silent(s, why)
			continue
		}
		related := append(phrase.AttemptAt(s), phrase.InnerAt(s)...)
		r.Report(s.Head(), fmt.Sprintf("attempts multiply: %s, which itself retries (%s): %s", phrase.InnerCall(s), s.Inner.Calls(), phrase.Product(s)), related...)
	}
	return r.Done(), nil
}

// silence is the clause that keeps the check silent about a site with a retry
// inside.
func silence(s *site.Site) string {
	switch {
	case s.Polls():
		return "it waits for an answer"
	case !s.Kind.Again() && s.Kind != site.Helper:
		return "no retry that success leaves"
	case s.Inner.Attempts == 0 && !all:
		return "the inner retry has no number of attempts, and its limit may be a time"
	case s.Max != 0 && s.Inner.Attempts != 0 && s.Max*s.Inner.Attempts < worth:
		return fmt.Sprintf("%d attempts in all are few", s.Max*s.Inner.Attempts)
	}
	return ""
}
