package finalsleep

import (
	_ "embed"
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/outcome"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "finalsleep"

// Analyzer reports waits after the last attempt of a site.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, outcome.Analyzer, delay.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	outcomes := pass.ResultOf[outcome.Analyzer].(*outcome.Result)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		last := outcomes.Of(s)
		w := last.Wait
		if w == nil {
			if len(s.Waits) > 0 && s.Bound&knowledge.Attempts == 0 {
				r.Silent(s, "no number of attempts ends it")
			}
			continue
		}
		if d, ok := phrase.Constant(pass, w.Duration); ok && d < unnoticed {
			r.Silent(s, "too short to notice")
			continue
		}
		if site.PlaceOf(s) == knowledge.Local && delays.Longest(w) < float64(unnoticedHere) {
			r.Silent(s, "the operation is local, and the wait not long")
			continue
		}
		more := "the delay"
		if s.Wait != nil && s.Wait.Node == w.Node && s.Delay.Constant > 0 {
			more = time.Duration(s.Delay.Constant).String()
		}
		r.ReportFix(w.Node, fmt.Sprintf("%s is passed after the last attempt of %s too: giving up takes %s longer for nothing",
			phrase.Wait(w), phrase.Attempt(s), more), func() *fixes.Draft {
			if last.ByError {
				return nil
			}
			return fix.LastWait(s, w)
		}, phrase.AttemptAt(s)...)
	}
	return r.Done(), nil
}

// unnoticed is how long giving up may take in vain before anybody notices.
const unnoticed = 100 * time.Millisecond

// unnoticedHere is the same for what is local, which fails seldom, and for nobody but
// its own process. Waits of unknown length count as short: they are made for files
// that somebody else has open for a moment.
const unnoticedHere = time.Second
