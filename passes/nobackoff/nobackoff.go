package nobackoff

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/pace"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

//go:embed doc.go
var doc string

const name = "nobackoff"

// Analyzer reports remote attempts that are repeated without a wait.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer, pace.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	paces := pass.ResultOf[pace.Analyzer].(*pace.Result)
	for _, s := range r.Sites() {
		a := paces.Of(s).Unpaced
		if why := silence(s, a); why != "" {
			r.Silent(s, why)
			continue
		}
		r.Report(s.Head(), fmt.Sprintf("%s is tried again at once when it fails, with no wait between the attempts: a server that is down gets %s",
			phrase.Source(a.Call.Fun), load(s)), report.At(a.Call, "attempted here"))
	}
	return r.Done(), nil
}

// silence is the clause that keeps the check silent about a site with its attempt
// that no wait follows, if it has one.
func silence(s *site.Site, unpaced *world.Attempt) string {
	switch {
	case !s.Kind.Again() && s.Kind != site.Reconnect:
		return "no retry or reconnect"
	case s.Few():
		return "one second attempt may follow at once"
	case unpaced == nil && len(s.Waits) > 0:
		return "it waits between the attempts"
	case unpaced == nil && site.PlaceOf(s) != knowledge.Remote:
		return "the operation is not proved to leave the process"
	case unpaced == nil:
		return "time may pass, or something else is tried, before the next attempt"
	}
	return ""
}

// load says how much a failing server has to bear.
func load(s *site.Site) string {
	if s.Max > 0 {
		return fmt.Sprintf("all %d attempts in the same moment", s.Max)
	}
	return "them as fast as they fail"
}
