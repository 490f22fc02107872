package breakeropen

import (
	_ "embed"
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "breakeropen"

// Analyzer reports retries of the error that an open circuit breaker gives.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, delay.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	f := &finder{pass: pass, sums: r.Model.Sums}
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	for _, s := range r.Sites() {
		if !s.Kind.Again() && s.Kind != site.Helper {
			continue
		}
		through := f.through(s)
		if through == nil {
			continue
		}
		if f.heeds(s, through) {
			r.Silent(s, "the error of an open breaker is told apart")
			continue
		}
		open := f.openFor(through)
		last, ok := lasts(s, delays)
		if !ok || open > 0 && last >= open || open == 0 && last >= brief {
			r.Silent(s, "the breaker may close before the last attempt")
			continue
		}
		more := "the attempts that are left fail at once"
		if open > 0 {
			more = fmt.Sprintf("the attempts are over within %v, and it stays open for %v", last.Round(time.Millisecond), open)
		}
		r.Report(s.Head(), fmt.Sprintf("the error of an open circuit breaker is retried like any other: %s does not run what it is given then, %s",
			phrase.Source(through.call.Fun), more), report.At(through.call, "runs through the breaker"))
	}
	return r.Done(), nil
}

// brief is a time for which a breaker stays open at least where nothing says how
// long: shorter ones would let most failures through.
const brief = time.Second

// lasts is how long the waits of a site are in all; false if that is not known.
func lasts(s *site.Site, delays *delay.Result) (time.Duration, bool) {
	switch t := delays.Of(s).Total; {
	case t > 0:
		return time.Duration(t), true
	case s.Wait == nil && s.Kind.Again():
		return 0, s.Max > 0
	case s.Max < 2:
		return 0, false
	case s.Delay.Constant > 0:
		return time.Duration(s.Delay.Constant * (s.Max - 1)), true
	case s.Delay.Highest > 0:
		return time.Duration(s.Delay.Highest * float64(s.Max-1)), true
	}
	return 0, false
}
