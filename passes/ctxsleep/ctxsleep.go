package ctxsleep

import (
	_ "embed"
	"fmt"
	"go/ast"
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
	Name:     name,
	Doc:      manual.Of(doc, name),
	URL:      manual.URL(name),
	Run:      run,
	Requires: []*analysis.Analyzer{site.Analyzer, cancel.Analyzer, delay.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	cancels := pass.ResultOf[cancel.Analyzer].(*cancel.Result)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		if s.Kind == site.Helper || s.Kind == site.CAS || s.Reach.Kind == 0 || s.Reach.Background || s.Reach.Own || s.Reach.Hidden || cancels.Of(s).CleansUp {
			continue
		}
		for i := range s.Waits {
			w := &s.Waits[i]
			if !stuck(w) || tick(w) || i > 0 && w.Node == s.Waits[i-1].Node {
				continue // one finding a select, though several timers may end it
			}
			if brief(s, delays.Longest(w), delays.Of(s).Total) {
				continue
			}
			r.ReportFix(place(w), fmt.Sprintf("%s in a %s ignores %s: cancellation waits %s", phrase.Wait(w), phrase.Kind(s), s.Reach.Expr, phrase.UpTo(r.Model.Package, w)),
				func() *fixes.Draft { return fix.Wait(s, w) }, phrase.AttemptAt(s)...)
		}
	}
	r.Done()
	return nil, nil
}

// Nobody notices that cancellation ends a wait of less than unnoticed late, nor one
// of less than noticed where the loop ends after it.
const (
	unnoticed = 250 * time.Millisecond
	noticed   = time.Second
)

// brief reports whether waits are too short to matter, together: where
// cancellation ends the site after one of them that one counts, else all that the
// site may still make.
func brief(s *site.Site, longest, total float64) bool {
	limit := unnoticed
	if s.Bound&(knowledge.Ctx|knowledge.Stop) != 0 || s.OnAnswer && obeys(s) {
		if limit = noticed; 0 < longest && longest < float64(limit) {
			return true
		}
	}
	return 0 < total && total < float64(limit)
}

// obeys reports whether an attempt of a site is handed a context, which ends it
// early.
func obeys(s *site.Site) bool {
	return slices.ContainsFunc(s.Attempts, func(a world.Attempt) bool { return a.Ctx != nil })
}

// stuck reports whether nothing ends a wait early.
func stuck(w *summary.Wait) bool {
	if w.Cancel != 0 || w.MayWake() {
		return false
	}
	switch w.Kind {
	case knowledge.Sleep, knowledge.After, knowledge.Timer, knowledge.Ticker:
		return true
	}
	return false
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
