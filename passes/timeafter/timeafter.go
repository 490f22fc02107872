package timeafter

import (
	_ "embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "timeafter"

// Analyzer reports time.After in loops where it is wrong.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, cancel.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	cancels := pass.ResultOf[cancel.Analyzer].(*cancel.Result)
	fix := fixes.New(pass, r.Model)
	for _, t := range cancels.TimeAfters {
		timeout := func() *fixes.Draft { return fix.Timeout(t) }
		switch {
		case t.Restarts:
			r.ReportFix(t.From, fmt.Sprintf("this timeout starts anew each round of the loop: %s is never reached while another case comes first", duration(r.Model.Package, t)), timeout)
		case t.Leaks:
			r.ReportFix(t.From, fmt.Sprintf("each round that another case ends leaves a timer behind, as the file's Go version is below 1.23: it takes memory until %s is over", duration(r.Model.Package, t)), timeout)
		}
	}
	return r.Done(), nil
}

// duration is the time that passes, in figures or as source. A helper's own
// variables say nothing to who calls it.
func duration(m *flow.Package, t cancel.TimeAfter) string {
	if t.From != ast.Expr(t.Call) && m.Info.Types[t.Call.Args[0]].Value == nil {
		return phrase.Source(t.From)
	}
	return phrase.Duration(m, t.Call.Args[0])
}
