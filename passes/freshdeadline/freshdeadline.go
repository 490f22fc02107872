package freshdeadline

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "freshdeadline"

// Analyzer reports deadlines that start anew each attempt.
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
	for _, s := range r.Sites() {
		f := cancels.Of(s).Fresh
		if f == nil {
			continue
		}
		r.Report(f.Made, fmt.Sprintf("the deadline of %s starts anew each round and nothing else ends the loop: while %s fails sooner, it never ends",
			phrase.Duration(r.Model.Package, f.Total), phrase.Attempt(s)), report.At(f.Ends, "this is to end the loop"))
	}
	return r.Done(), nil
}
