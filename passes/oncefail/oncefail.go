package oncefail

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "oncefail"

// Analyzer reports remote starts that are made once and whose failure is kept.
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
	f := &finder{pass: pass, sums: r.Model.Sums}
	for _, s := range f.starts() {
		k := f.kept(s)
		if k == nil {
			continue
		}
		after := "every later caller is handed what is unset"
		switch k.how {
		case asError:
			after = "every later caller is handed the same error"
		case forTheFirst:
			after = "only the first caller is told, every later one is handed what is unset and no error"
		}
		r.Report(s.call, fmt.Sprintf("%s runs once for as long as the process lives: if %s fails, it is never tried again and %s",
			s.by, phrase.Source(k.attempt.Fun), after), report.At(k.attempt, "this can fail"))
	}
	for _, call := range f.variables() {
		r.Report(call, fmt.Sprintf("%s runs when the program starts and its error is thrown away: if it fails, the variable stays unset for as long as the process lives",
			phrase.Source(call.Fun)))
	}
	return r.Done(), nil
}
