package delayunit

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

const name = "delayunit"

// Analyzer reports delays in the wrong unit or direction.
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
	one := func(u delay.Misuse) {
		if seen[u.Node] {
			return
		}
		seen[u.Node] = true
		var related []analysis.RelatedInformation
		if u.Site != nil {
			related = phrase.AttemptAt(u.Site)
		}
		r.ReportFix(u.Node, message(u), func() *fixes.Draft { return fix.Unit(u) }, related...)
	}
	for _, s := range r.Sites() {
		for _, u := range delays.Of(s).Misuses {
			one(u)
		}
	}
	for _, u := range delays.Products {
		one(u)
	}
	return r.Done(), nil
}

func message(u delay.Misuse) string {
	what, value := phrase.Source(u.Node), phrase.Source(u.Value)
	switch u.Fault {
	case delay.BareNumber:
		return fmt.Sprintf("the delay %s has no unit and so is nanoseconds: attempts of %s follow each other without a wait; multiply it by a unit such as time.Second", what, phrase.Attempt(u.Site))
	case delay.NamedUnit:
		return fmt.Sprintf("%s takes %s for nanoseconds, against its name: multiply it by its unit", what, value)
	case delay.Squared:
		return fmt.Sprintf("%s multiplies a duration by the duration %s: the product counts nanoseconds squared, and is years or overflows", what, value)
	case delay.WrongWay:
		return fmt.Sprintf("%s takes the greater of the delay and its maximum %s: every delay is at least the maximum, and nothing holds it; use the lesser", what, value)
	}
	return fmt.Sprintf("the random part %s is not a thousandth of the delay in %s: clients that fail together retry together; draw from a part of the delay", value, what)
}
