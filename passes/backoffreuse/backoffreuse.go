package backoffreuse

import (
	_ "embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "backoffreuse"

// Analyzer reports back-offs that live too long or too short.
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
	seen := map[ast.Node]bool{}
	for _, s := range r.Sites() {
		for _, u := range delays.Of(s).Lifetimes {
			if !seen[u.Node] {
				seen[u.Node] = true
				r.Report(u.Node, message(s, u), phrase.AttemptAt(s)...)
			}
		}
	}
	return r.Done(), nil
}

func message(s *site.Site, u delay.Lifetime) string {
	what := u.Name
	if u.Value != nil {
		what = phrase.Source(u.Value)
	}
	switch u.Fault {
	case delay.Anew:
		return fmt.Sprintf("the back-off %s is made anew for each attempt of %s, so its delay is always the first and never grows", what, phrase.Attempt(s))
	case delay.NeverReset:
		return fmt.Sprintf("%s grows with each failure of %s and is not set back after a success: from some time on each failure waits the longest delay", what, phrase.Attempt(s))
	case delay.Unreached:
		return fmt.Sprintf("%s grows with each failure of %s, which never returns without an error, so what resets it is never reached: from some time on each failure waits the longest delay", what, phrase.Attempt(s))
	}
	return fmt.Sprintf("the back-off %s keeps its state and is shared by all calls: one goes on where another has stopped, with its delay and its count", what)
}
