package ctxsleep

import (
	"fmt"
	"go/ast"
	"time"

	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

var everywhere bool

func init() {
	Analyzer.Flags.BoolVar(&everywhere, "everywhere", false, "report waits of a second or more outside of loops that attempt something again, too")
}

// long is from when on a wait outside of a site is reported: shorter ones are over
// before whoever cancels looks.
const long = time.Second

// elsewhere reports the long waits of a package that stand in no site and ignore a
// context or stop channel in reach.
func elsewhere(r *report.Reporter, delays *delay.Result) {
	m := r.Model.Package
	judged := map[ast.Node]bool{}
	for _, s := range r.Sites() {
		for _, w := range s.Waits {
			judged[w.Node] = true
		}
	}
	for _, file := range m.Pass.Files {
		if site.Skip(m, file) {
			continue
		}
		for _, root := range world.Roots(m, file) {
			for _, u := range root.Bodies() {
				longWaits(r, u, delays, judged)
			}
		}
	}
}

// longWaits reports the long waits of a function that nothing was said of yet.
func longWaits(r *report.Reporter, u *flow.Unit, delays *delay.Result, judged map[ast.Node]bool) {
	waits := u.Waits()
	for i := range waits {
		w := &waits[i]
		if judged[w.Node] || !deaf(w) || delays.Longest(w) < float64(long) {
			continue
		}
		// What is in reach takes longer to tell.
		reach := site.ReachAt(u, w.Node.Pos())
		if silenceOfSignal(reach) != "" || cancel.AfterEnd(u, w.Node) {
			continue
		}
		judged[w.Node] = true
		r.Report(place(w), fmt.Sprintf("%s ignores %s: cancellation waits %s", phrase.Wait(w), reach.Expr, phrase.UpTo(u.M, w)))
	}
}

// deaf reports whether a wait is for a time that nothing ends early.
func deaf(w *summary.Wait) bool {
	return w.Timed() && !tick(w) && w.Cancel == 0 && w.CancelExpr == nil && !w.MayWake()
}
