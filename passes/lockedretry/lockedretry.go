package lockedretry

import (
	_ "embed"
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "lockedretry"

// Analyzer reports locks and transactions that are held while a retry waits.
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
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	f := newFinder(pass, r.Model, long(r.Sites(), delays))
	for _, h := range f.held() {
		after := "whoever wants it stands still, whatever its own deadline says"
		if h.by.kind == transaction {
			after = "the rows that it has locked stay locked, and one connection of the pool is taken, while nothing happens"
		}
		message := fmt.Sprintf("%s is held while the retry of %s waits%s: %s", phrase.Source(h.by.expr), phrase.Attempt(h.site), upTo(h.site, delays), after)
		r.Report(h.at, message, report.At(h.by.node, "taken here"), report.At(h.site.Head(), "this waits between attempts"))
	}
	return r.Done(), nil
}

// patience is a time that callers are ready to wait for an answer, so also for a lock.
const patience = 5 * time.Second

// long lists the sites whose waits add up to a time that matters, as far as the
// numbers are known.
func long(sites []*site.Site, delays *delay.Result) []*site.Site {
	var out []*site.Site
	for _, s := range sites {
		if s.Kind == site.CAS || s.Wait == nil && s.Kind != site.Helper {
			continue
		}
		if s.Place != knowledge.Remote { // as a loop on a sync.Cond, whose Wait unlocks
			continue
		}
		unknown := s.Wait != nil || s.Bound&knowledge.Attempts == 0 // a helper's defaults may be short
		if t := total(s, delays); t >= patience || t == 0 && unknown {
			out = append(out, s)
		}
	}
	return out
}

// total is how long a site waits, 0 if that is not known.
func total(s *site.Site, delays *delay.Result) time.Duration {
	if t := delays.Of(s).Total; t > 0 {
		return time.Duration(t)
	}
	if s.Max > 1 {
		return time.Duration(s.Delay.Constant * (s.Max - 1))
	}
	return 0
}

// upTo words it.
func upTo(s *site.Site, delays *delay.Result) string {
	if t := total(s, delays); t > 0 {
		return fmt.Sprintf(", up to %v in all", t.Round(time.Millisecond))
	}
	return ""
}
