package badrand

import (
	_ "embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "badrand"

// Analyzer reports jitter that is none, or that harms.
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
	fix := fixes.New(pass, r.Model)
	seen := map[ast.Node]bool{}
	for _, s := range r.Sites() {
		for _, d := range delays.Of(s).Draws {
			fixed := func() *fixes.Draft { return fix.Draw(d) }
			if seen[d.Node] {
				fixed = nil // one fix is enough for all that draw there
			}
			if seen[d.Node] && d.Fault == delay.CryptoRandom {
				continue // nothing about the site makes it worse
			}
			seen[d.Node] = true
			if d.Fault == delay.CryptoRandom || s.Pos() <= d.Node.Pos() && d.Node.End() <= s.End() {
				r.ReportFix(d.Node, message(d), fixed, phrase.AttemptAt(s)...)
			} else {
				r.ReportFix(s.Wait.Node, message(d), fixed, append(phrase.AttemptAt(s), report.At(d.Node, "drawn here"))...)
			}
		}
	}
	for _, d := range delays.Draws {
		if !seen[d.Node] {
			r.ReportFix(d.Node, message(d), func() *fixes.Draft { return fix.Draw(d) })
		}
	}
	return r.Done(), nil
}

func message(d delay.Draw) string {
	what := phrase.Source(d.Node)
	switch d.Fault {
	case delay.ConstantSeed:
		return what + " draws the jitter from a source with a constant seed: all processes draw the same delays, and retry together as if there were none"
	case delay.CryptoRandom:
		return what + " draws the jitter from crypto/rand: it is slower, may fail, and nobody needs to keep a delay secret; math/rand/v2 is enough"
	case delay.SharedSource:
		return fmt.Sprintf("%s draws the jitter from %s, a *rand.Rand without a lock that concurrent calls share: a data race that can make it draw the same numbers, or panic", what, phrase.Source(d.Value))
	case delay.MayPanic:
		return fmt.Sprintf("%s panics when %s is zero, and nothing makes sure that it is not", what, phrase.Source(d.Value))
	case delay.Rounded:
		return fmt.Sprintf("the jitter in %s is lost: %s rounds it down to a whole number before it has a unit", what, phrase.Source(d.Value))
	}
	return fmt.Sprintf("the jitter in %s is lost: what is drawn is never more than %s", what, phrase.Source(d.Value))
}
