package unsaferetry

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

const name = "unsaferetry"

// Analyzer reports operations retried that take effect each time.
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
		if s.Safe.Verdict != site.Unsafe || !s.Kind.Again() && s.Kind != site.Helper {
			continue
		}
		r.Report(s.Safe.Call, fmt.Sprintf("this retry repeats %s: an attempt that took effect before it failed takes effect twice", s.Safe.Why), report.At(s.Head(), "by this "+phrase.Kind(s)))
	}
	r.Done()
	return nil, nil
}
