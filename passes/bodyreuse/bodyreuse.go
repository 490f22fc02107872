package bodyreuse

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/exchange"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "bodyreuse"

// Analyzer reports streams made before a site that the first attempt uses up.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, exchange.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	exchanges := pass.ResultOf[exchange.Analyzer].(*exchange.Result)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		for _, u := range exchanges.Of(s).Reused {
			r.ReportFix(u.Use, message(s, u), func() *fixes.Draft { return fix.Rewind(u) }, report.At(u.Made, "made here"))
		}
	}
	for _, u := range exchanges.Resent {
		fails := "it sends nothing, or fails"
		if u.Memory {
			fails = "after a network error it fails"
		}
		r.ReportFix(u.Use, fmt.Sprintf("%s is sent once more, but its body was read when it was sent first: %s", phrase.Source(u.Use), fails),
			func() *fixes.Draft { return fix.Rewind(u) }, report.At(u.First, "sent first here"), report.At(u.Made, "made here"))
	}
	return r.Done(), nil
}

func message(s *site.Site, u exchange.Reuse) string {
	use := phrase.Source(u.Use)
	switch {
	case u.What == exchange.Request && u.Memory:
		return fmt.Sprintf("this %s sends %s again, whose body the first attempt read: after a network error each further attempt fails", phrase.Kind(s), use)
	case u.What == exchange.Request:
		return fmt.Sprintf("this %s sends %s again, whose body the first attempt read: further attempts send nothing, or fail", phrase.Kind(s), use)
	case u.What == exchange.Options:
		return fmt.Sprintf("this %s sends the reader in %s again, which the first attempt read to its end: further attempts send nothing, or fail", phrase.Kind(s), use)
	}
	return fmt.Sprintf("this %s sends %s again, which the first attempt read to its end: further attempts send nothing, or fail", phrase.Kind(s), use)
}
