package ctxsleep

import (
	_ "embed"
	"fmt"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
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
	Requires: []*analysis.Analyzer{site.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		if s.Kind == site.Helper || s.Kind == site.CAS || s.Reach.Kind == 0 || s.Reach.Background || s.Reach.Own || s.Reach.Hidden {
			continue
		}
		for i := range s.Waits {
			w := &s.Waits[i]
			if !stuck(w) || brief(pass, s, w) || i > 0 && w.Node == s.Waits[i-1].Node {
				continue // one finding a select, though several timers may end it
			}
			r.ReportFix(w.Node, fmt.Sprintf("%s in a %s ignores %s: cancellation waits %s", phrase.Wait(pass, w), phrase.Kind(s), s.Reach.Expr, phrase.UpTo(pass, w)),
				func() *fixes.Draft { return fix.Wait(s, w) }, phrase.AttemptAt(s)...)
		}
	}
	r.Done()
	return nil, nil
}

// unnoticed is how long a wait may ignore cancellation before anybody notices;
// dwarfed, where the attempts ignore it as well.
const (
	unnoticed = 50 * time.Millisecond
	dwarfed   = 200 * time.Millisecond
)

// brief reports whether a wait is constant and too short to matter.
func brief(pass *analysis.Pass, s *site.Site, w *summary.Wait) bool {
	d, ok := phrase.Constant(pass, w.Duration)
	return ok && (d < unnoticed || d < dwarfed && !obeys(s))
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
