package delaycap

import (
	_ "embed"
	"fmt"
	"go/ast"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "delaycap"

// Analyzer reports growing delays that nothing holds.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, delay.Analyzer},
	ResultType: report.SilencesType,
}

// A growing delay of few attempts needs no maximum: one that stays below a
// minute or, where it is not known in figures, one that grows not even a
// thousandfold.
const (
	short     = time.Minute
	shortPoll = 5 * time.Minute // waiting for what takes its time anyway
	few       = 11
)

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	delays := pass.ResultOf[delay.Analyzer].(*delay.Result)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		terms := delays.Of(s).Growth
		if why := silence(s, delays.Of(s).Total); why != "" {
			if len(terms) > 0 || s.Kind == site.Helper {
				r.Silent(s, why)
			}
			continue
		}
		if s.Kind == site.Helper {
			library(r, s)
			continue
		}
		held := !slices.ContainsFunc(terms, func(g *delay.Growth) bool { return !g.Held })
		if o := delays.Of(s).Overflow; o != nil && held {
			r.Speak(s)
			r.Report(o.Draw, fmt.Sprintf("%s panics after attempt %d: its limit has overflowed by then, and what is done to its result comes too late", phrase.Source(o.Draw), o.Attempt), phrase.AttemptAt(s)...)
			continue
		}
		for _, g := range terms {
			message := judge(s, g)
			if message == "" {
				r.Silent(s, "the longest delay that can be reached is short, or held")
				continue
			}
			r.Speak(s)
			r.ReportFix(g.Wait.Node, message, func() *fixes.Draft { return fix.Cap(s, g) }, related(s, g)...)
			break
		}
	}
	for _, g := range delays.Funcs {
		switch {
		case !g.Held:
			r.Report(g.Node, fmt.Sprintf("%s grows without a maximum: after some thirty attempts the delay is years, then it overflows and there is none", phrase.Source(g.Node)))
		case g.Late:
			r.Report(g.Node, fmt.Sprintf("%s can overflow before the maximum is applied: after some thirty attempts the delay is zero or negative", phrase.Source(g.Node)))
		}
	}
	return r.Done(), nil
}

// silence is the clause that keeps the check silent about a site, which waits for a
// total of nanoseconds if that is known.
func silence(s *site.Site, total float64) string {
	switch {
	case s.Wait == nil:
		return "no wait in sight"
	case s.Bound&knowledge.Elapsed != 0 || s.Deadline:
		return "a time ends it"
	case over(total):
		return "over within " + short.String()
	}
	return ""
}

// judge says what is wrong with a term of a site's delay.
func judge(s *site.Site, g *delay.Growth) string {
	if !g.Held {
		if isShort(g.Attempts, g.Highest) || (s.OnAnswer || s.Polls()) && 0 < g.Highest && g.Highest < float64(shortPoll) {
			return ""
		}
		return uncapped(s, g.Attempts, g.Highest)
	}
	if g.Late && s.Bound&knowledge.Attempts == 0 {
		return fmt.Sprintf("%s can overflow before the maximum is applied, since nothing bounds the attempts: it is then zero or negative, and %s is tried again at once",
			phrase.Delay(s), phrase.Attempt(s))
	}
	return ""
}

// library reports a call of a retry library whose delay grows without a maximum.
// Own retriers are reported where they wait.
func library(r *report.Reporter, s *site.Site) {
	if s.Delay.Shape != knowledge.Exponential || s.Delay.Capped != knowledge.No || s.Retrier == nil || knowledge.Lookup(s.Retrier).Retrier == nil {
		return
	}
	if !isShort(s.Max, s.Delay.Highest) {
		r.Report(s.Head(), uncapped(s, s.Max, s.Delay.Highest))
	}
}

// over reports whether all attempts of a site, which waits for a total of
// nanoseconds if that is known, end before any delay is too long.
func over(total float64) bool { return 0 < total && total < float64(short) }

func isShort(attempts int64, highest float64) bool {
	if highest > 0 {
		return highest < float64(short)
	}
	return attempts > 0 && attempts < few
}

func uncapped(s *site.Site, attempts int64, highest float64) string {
	what := "the delay between attempts of " + phrase.Attempt(s) + " grows by a factor each time and has no maximum"
	switch {
	case highest > float64(1<<63-1):
		return what + fmt.Sprintf(": it overflows within the %d attempts", attempts)
	case highest > 0:
		return what + fmt.Sprintf(": it reaches %v before the last of %d attempts", time.Duration(highest).Round(time.Second), attempts)
	case attempts > 0:
		return what + fmt.Sprintf(": over %d attempts it grows a thousandfold", attempts)
	}
	return what + ": a long outage makes it hours, and what comes back is noticed that much later"
}

// related points to where the delay is computed, if that is elsewhere, and to
// the attempt.
func related(s *site.Site, g *delay.Growth) []analysis.RelatedInformation {
	out := phrase.AttemptAt(s)
	if in(g.Node, g.Wait.Node) {
		return out
	}
	return append(out, report.At(g.Node, "the delay grows here"))
}

func in(n, outer ast.Node) bool { return outer.Pos() <= n.Pos() && n.End() <= outer.End() }
