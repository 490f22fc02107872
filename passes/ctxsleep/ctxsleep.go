package ctxsleep

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

//go:embed doc.go
var doc string

const name = "ctxsleep"

// Analyzer reports waits that cancellation in reach cannot end.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, cancel.Analyzer, delay.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	cancels := pass.ResultOf[cancel.Analyzer].(*cancel.Result)
	fix := fixes.New(pass, r.Model)
	sliced := inSlices(r.Sites())
	own, others := untold(r.Model.Package, r.Sites(), cancels)
	for _, s := range r.Sites() {
		if same := others[s]; len(same) > 0 {
			r.Speak(s)
			if s == same[0] {
				reportCall(r, same)
			}
			continue
		}
		why := silence(s, cancels.Of(s))
		if callers := own[s.Func]; why == unreached && len(callers) > 0 && !s.InLiteral {
			reportUntold(r, s, callers, delays)
			continue
		}
		if why != "" {
			r.Silent(s, why)
			continue
		}
		for i := range s.Waits {
			w := &s.Waits[i]
			if i > 0 && w.Node == s.Waits[i-1].Node {
				continue // one finding a select, though several timers may end it
			}
			if w.Call != nil && sliced[site.Summaries(r.Model.Package).Callee(w.Call)] {
				r.Silent(s, "what waits asks in between whether to go on")
				continue
			}
			if why := silenceOf(s, w, delays); why != "" {
				r.Silent(s, why)
				continue
			}
			r.Speak(s)
			r.ReportFix(place(w), fmt.Sprintf("%s in a %s ignores %s: cancellation waits %s", phrase.Wait(w), phrase.Kind(s), s.Reach.Expr, phrase.UpTo(r.Model.Package, w)),
				func() *fixes.Draft { return fix.Wait(s, w) }, phrase.AttemptAt(s)...)
		}
	}
	if everywhere {
		elsewhere(r, delays)
	}
	return r.Done(), nil
}

// inSlices lists the functions that wait by a loop which a signal ends, as those do that
// sleep many times for a moment.
func inSlices(sites []*site.Site) map[*types.Func]bool {
	out := map[*types.Func]bool{}
	for _, s := range sites {
		if s.Kind == site.Poll && s.Func != nil && !s.InLiteral && s.Place == knowledge.Local && s.Bound&(knowledge.Ctx|knowledge.Stop) != 0 {
			out[s.Func] = true
		}
	}
	return out
}

// unreached is why nothing is said of a wait that nothing in scope could end.
const unreached = "no context or stop channel in reach"

// silence is the clause that keeps the check silent about a site.
func silence(s *site.Site, c *cancel.Answers) string {
	switch {
	case s.Kind == site.Helper:
		return "the retrier waits, and is judged where it stands"
	case s.Kind == site.CAS:
		return "a conflict in memory"
	case len(s.Waits) == 0:
		return "no wait in sight"
	}
	return silenceOfReach(s, c)
}

// silenceOfSignal is the clause about a signal in reach, whatever waits there, that
// keeps the check silent.
func silenceOfSignal(reach site.Reach) string {
	switch {
	case reach.Kind == 0:
		return unreached
	case reach.Background:
		return "nothing can cancel the context in reach"
	case reach.Own:
		return "only the function itself cancels the context in reach"
	case reach.Hidden:
		return "the context in reach cannot be named at the wait"
	}
	return ""
}

// silenceOfReach is the clause about what is in reach of a site that keeps the check
// silent.
func silenceOfReach(s *site.Site, c *cancel.Answers) string {
	if why := silenceOfSignal(s.Reach); why != "" {
		return why
	}
	switch {
	case c.Asked:
		return "the code asks whether anything can cancel the context"
	case c.CleansUp:
		return "clean-up that goes on after cancellation"
	}
	return ""
}

// silenceOf is the clause that keeps the check silent about a wait.
func silenceOf(s *site.Site, w *summary.Wait, delays *delay.Result) string {
	switch {
	case w.Cancel != 0, w.CancelExpr != nil && types.ExprString(w.CancelExpr) == s.Reach.Expr:
		return "cancellation ends the wait"
	case w.MayWake():
		return "something else may end the wait"
	case !w.Timed():
		return "the wait is not for a time"
	case tick(w):
		return "a tick that others wait for too"
	case brief(s, delays.Longest(w), delays.Of(s).Total):
		return "too short to notice"
	}
	return ""
}

// Nobody notices that cancellation ends a wait of less than unnoticed late, nor one
// of less than noticed where the loop ends after it.
const (
	unnoticed = 250 * time.Millisecond
	noticed   = time.Second
)

// brief reports whether waits are too short to matter, together: where
// cancellation ends the site after one of them that one counts, else all that the
// site may still make. Short ones add up where something else is down; what the
// process and its machine are about to do is done after a few.
func brief(s *site.Site, longest, total float64) bool {
	limit := unnoticed
	if s.Bound&(knowledge.Ctx|knowledge.Stop) != 0 || s.OnAnswer && obeys(s) {
		if limit = noticed; 0 < longest && longest < float64(limit) {
			return true
		}
	}
	return 0 < total && total < float64(limit) || !site.PlaceOf(s).Leaves() && !obeys(s) && 0 < longest && longest < float64(unnoticed)
}

// obeys reports whether an attempt of a site is handed a context, which ends it
// early.
func obeys(s *site.Site) bool {
	return slices.ContainsFunc(s.Attempts, func(a world.Attempt) bool { return a.Ctx != nil })
}

// tick reports whether a wait is for the next tick of a limiter: a ticker that
// somebody else made, and that paces others too.
func tick(w *summary.Wait) bool {
	return w.Kind == knowledge.Ticker && w.Duration == nil
}

// place is where a wait stands: of a select that waits for a time, the case that
// the time comes by.
func place(w *summary.Wait) ast.Node {
	if w.Case != nil {
		return w.Case.Comm
	}
	return w.Node
}
