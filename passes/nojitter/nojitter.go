package nojitter

import (
	_ "embed"
	"fmt"
	"go/ast"
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

const name = "nojitter"

// Analyzer reports remote retries whose delay is deterministic.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      manual.Of(doc, name),
	URL:      manual.URL(name),
	Run:      run,
	Requires: []*analysis.Analyzer{site.Analyzer, delay.Analyzer, outcome.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	outcomes := pass.ResultOf[outcome.Analyzer].(*outcome.Result)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		if !s.Kind.Again() && s.Kind != site.Reconnect && !byLibrary(s) || s.Wait == nil {
			continue
		}
		if !site.PlaceOf(s).Leaves() {
			continue
		}
		if s.Delay.Jitter != knowledge.No || !grown(s.Delay.Shape) || s.Wait.MayWake() || passing(delays.Of(s).Total) || s.Probes() || outcomes.Of(s).Grace {
			continue
		}
		r.ReportFix(place(s), fmt.Sprintf("the delay %s between attempts of %s has no jitter: clients that fail together retry together",
			phrase.Delay(s), phrase.Attempt(s)), func() *fixes.Draft { return fix.Jitter(s) }, phrase.AttemptAt(s)...)
	}
	r.Done()
	return nil, nil
}

// byLibrary reports whether a library retries what a call hands it: the policy is
// the call's. What is wrong with a retrier of the code's own stands there.
func byLibrary(s *site.Site) bool {
	return s.Kind == site.Helper && !s.Polls() && !s.Known.Conflict && knowledge.Lookup(s.Retrier.Origin()).Retrier != nil
}

// grown reports whether the delay's course is known, so that its lack of
// randomness is too.
func grown(s knowledge.Shape) bool {
	return s == knowledge.Constant || s == knowledge.Linear || s == knowledge.Exponential
}

// moment is how long attempts may go on for before they make waves.
const moment = time.Second

// passing reports whether all attempts of a site, which waits for a total of
// nanoseconds if that is known, are over before those of others can add up to a
// wave: after a moment nobody comes back.
func passing(total float64) bool {
	return 0 < total && total <= float64(moment)
}

// place is where a finding stands: at the wait, or at the call that starts over,
// for a recursion whose wait stands before it.
func place(s *site.Site) ast.Node {
	if s.Kind == site.Recursive {
		return s.Head()
	}
	return s.Wait.Node
}
