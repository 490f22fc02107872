package retryafter

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "retryafter"

// Analyzer reports answers of 429 or 503 that are repeated without a look at Retry-After.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      manual.Of(doc, name),
	URL:      manual.URL(name),
	Run:      run,
	Requires: []*analysis.Analyzer{site.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	for _, s := range r.Sites() {
		u := s.Exchange.Unheeded
		if u == nil {
			continue
		}
		r.Report(u.At, fmt.Sprintf("this %s goes on after an answer of %d and never reads Retry-After: it may come back before the time that the server asks to wait", phrase.Kind(s), u.Status), report.At(u.Call, "answered here"))
	}
	r.Done()
	return nil, nil
}
