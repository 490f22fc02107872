package timerdrain

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "timerdrain"

// Analyzer reports drains of timers that block for ever.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{inspect.Analyzer, site.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	fix := fixes.New(pass, r.Model)
	f := &finder{pass: pass, sums: r.Model.Sums}
	for _, b := range f.blocked() {
		timer := phrase.Source(b.timer)
		related := report.At(b.before, "its value is taken here")
		if b.call != nil {
			r.Report(b.call, fmt.Sprintf("%s blocks for ever once %s.C was received from: it drains the channel where Stop returns false, and no value comes",
				phrase.Source(b.call.Fun), timer), related)
			continue
		}
		r.ReportFix(b.drain.receive, fmt.Sprintf("this drain blocks for ever once %s.C was received from: Stop returns false for a timer that has expired, and no value comes", timer),
			func() *fixes.Draft { return fix.Drain(b.drain.receive) }, related)
	}
	return r.Done(), nil
}
