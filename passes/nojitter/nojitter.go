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
	"github.com/retryvet/retryvet/internal/syntax"
)

//go:embed doc.go
var doc string

const name = "nojitter"

// Analyzer reports remote retries whose delay is deterministic.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, delay.Analyzer, outcome.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	outcomes := pass.ResultOf[outcome.Analyzer].(*outcome.Result)
	fix := fixes.New(pass, r.Model)
	seen := map[ast.Node]bool{}
	for _, s := range r.Sites() {
		if why := silence(s, delays.Of(s), outcomes.Of(s)); why != "" {
			r.Silent(s, why)
			continue
		}
		if seen[s.Wait.Node] {
			r.Silent(s, "reported at another retry that passes the same wait")
			continue
		}
		seen[s.Wait.Node] = true
		r.ReportFix(place(s), fmt.Sprintf("%s between attempts of %s has no jitter: clients that fail together retry together",
			phrase.Delay(s), phrase.Attempt(s)), func() *fixes.Draft { return fix.Jitter(s) }, phrase.AttemptAt(s)...)
	}
	return r.Done(), nil
}

// silence is the clause that keeps the check silent about a site.
func silence(s *site.Site, d *delay.Answers, last *outcome.Last) string {
	switch {
	case !s.Kind.Again() && s.Kind != site.Reconnect && !byLibrary(s):
		return "no retry, reconnect or library's retrier"
	case s.Wait == nil:
		return "no wait in sight"
	case !site.PlaceOf(s).Leaves():
		return "the operation is not known to leave the process"
	case s.Delay.Jitter == knowledge.Yes:
		return "the delay is random"
	case s.Delay.Jitter != knowledge.No:
		return "it is not known whether the delay is random"
	case !grown(s.Delay.Shape) && !fixed(s):
		return "the delay is not known, or the server gives it"
	case d.Told:
		return "the failure itself says how long to wait"
	case s.Wait.MayWake():
		return "something else may end the wait"
	case s.Delay.Expr != nil && syntax.IsZero(s.Unit.M.Info, s.Delay.Expr):
		return "the wait takes no time"
	case passing(d.Total):
		return "over within " + moment.String()
	case 0 < s.Delay.Constant && s.Delay.Constant < int64(blink):
		return "so short that the network spreads the attempts as well"
	case s.Probes():
		return "it asks whether something is there yet"
	case last.Grace:
		return "the function goes on in the same way if it fails"
	}
	return ""
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

// fixed reports whether a delay is computed, and is always the same.
func fixed(s *site.Site) bool {
	if s.Delay.Expr == nil || s.Delay.Shape == knowledge.Server {
		return false
	}
	b := s.Unit.M.Values().Bound(s.Delay.Expr)
	return b.Lo == b.Hi && b.Lo > 0
}

// moment is how long attempts may go on for before they make waves.
const moment = time.Second

// blink is a delay below which clients come back apart whatever they do: it is less
// than the times differ that their requests take.
const blink = 20 * time.Millisecond

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
