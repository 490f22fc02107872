package nobackoff

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/pace"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "nobackoff"

// Analyzer reports remote attempts that are repeated without a wait.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      manual.Of(doc, name),
	URL:      manual.URL(name),
	Run:      run,
	Requires: []*analysis.Analyzer{site.Analyzer, pace.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	paces := pass.ResultOf[pace.Analyzer].(*pace.Result)
	for _, s := range r.Sites() {
		if s.Few() {
			continue // one second attempt may follow at once
		}
		a := paces.Of(s).Unpaced
		if a == nil {
			continue
		}
		r.Report(s.Head(), fmt.Sprintf("%s is tried again at once when it fails, with no wait between the attempts: a server that is down gets %s",
			phrase.Source(a.Call.Fun), load(s)), report.At(a.Call, "attempted here"))
	}
	r.Done()
	return nil, nil
}

// load says how much a failing server has to bear.
func load(s *site.Site) string {
	if s.Max > 0 {
		return fmt.Sprintf("all %d attempts in the same moment", s.Max)
	}
	return "them as fast as they fail"
}
