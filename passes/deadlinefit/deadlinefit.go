package deadlinefit

import (
	_ "embed"
	"fmt"
	"time"

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

const name = "deadlinefit"

// Analyzer reports deadlines that cannot hold what is under them.
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
	f := &finder{pass: pass, in: pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)}
	for _, s := range r.Sites() {
		helper := s.Kind == site.Helper && !s.Polls()
		if !s.Kind.Again() && s.Kind != site.Poll && !helper {
			continue
		}
		d := delay.DeadlineOf(s)
		if d == nil {
			continue
		}
		timeouts, from := delay.Timeouts(s)
		for i, inner := range timeouts {
			if helper || inner.After < d.After || from[i] == nil || !d.Ends(r.Model.Package, from[i]) {
				continue
			}
			r.Report(inner.Node, fmt.Sprintf("the timeout of an attempt, %v, is never reached: %s ends all attempts after %v, so the first one that hangs is the last", inner.After, d.Name, d.After),
				report.At(d.Node, "ends here"))
		}
		wait, shortest, longest := s.Head(), time.Duration(0), delay.Begun(s, d.After)
		if s.Wait != nil {
			wait, shortest = s.Wait.Node, delay.Shortest(s)
		}
		made := int64(d.After/max(shortest, 1)) + 1
		switch {
		case shortest >= d.After:
			r.Report(wait, fmt.Sprintf("this wait takes %v at least and %s ends after %v: there never is a second attempt", shortest, d.Name, d.After), report.At(d.Node, "ends here"))
		case s.Max > 0 && 2*made < s.Max:
			r.Report(wait, fmt.Sprintf("%s ends after %v, which holds %d of the %d attempts at most: the waits between them take %v each at least", d.Name, d.After, made, s.Max, shortest.Round(time.Millisecond)),
				report.At(d.Node, "ends here"))
		case s.Max > 0 && longest > 0 && 2*longest < s.Max:
			r.Report(wait, fmt.Sprintf("%s ends after %v, which holds %d of the %d attempts where the waits between them are the longest: %s", d.Name, d.After, longest, s.Max, sum(s)),
				report.At(d.Node, "ends here"))
		}
	}
	for _, p := range f.polls() {
		r.Report(p.call, fmt.Sprintf("%s waits %v between its tries and gives up after %v: there never is a second one", phrase.Source(p.call.Fun), p.interval, p.timeout))
	}
	return r.Done(), nil
}

// sum says how long a site waits in all, if its waits are the longest.
func sum(s *site.Site) string {
	if own := delay.WorstOf(s).Own; own > 0 {
		return fmt.Sprintf("these grow and take %v together", own.Round(time.Millisecond))
	}
	return "these grow"
}

// finder looks for pollers in one package.
type finder struct {
	pass *analysis.Pass
	in   *inspector.Inspector
}
