package uncapped

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/fixes"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/manual"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
)

//go:embed doc.go
var doc string

const name = "uncapped"

// Analyzer reports retries that nothing ends.
var Analyzer = &analysis.Analyzer{
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer},
	ResultType: report.SilencesType,
}

var strict bool

func init() {
	Analyzer.Flags.BoolVar(&strict, "strict", false, "report retries that only a context or a stop channel ends, too")
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	fix := fixes.New(pass, r.Model)
	for _, s := range r.Sites() {
		if why := silence(s); why != "" {
			r.Silent(s, why)
			continue
		}
		r.ReportFix(s.Head(), fmt.Sprintf("this retry of %s has no end: no attempt limit, deadline, context or stop ends it while it keeps failing%s",
			phrase.Attempt(s), phrase.Pace(s)), func() *fixes.Draft { return fix.Bound(s) }, phrase.AttemptAt(s)...)
	}
	return r.Done(), nil
}

// silence is the clause that keeps the check silent about a site.
func silence(s *site.Site) string {
	switch {
	case !s.Kind.Again():
		return "no retry that success leaves"
	case s.Bound&ends() != 0:
		return "something ends it: " + strings.Join((s.Bound&ends()).Names(), ", ")
	case s.Deadline:
		return "a deadline ends it"
	case s.OnAnswer:
		return "it goes on because of an answer"
	case s.Otherwise:
		return "each round does something else"
	case !strict && inMain(s):
		return "in main, ending the program ends it"
	}
	return ""
}

// inMain reports whether a site stands in a program's function main: whoever ends
// the program ends the retry, and giving up would end the program.
func inMain(s *site.Site) bool {
	return s.Func != nil && s.Func.Name() == "main" && s.Func.Pkg().Name() == "main" && s.Func.Signature().Recv() == nil
}

// ends is what counts as an end.
func ends() knowledge.Bound {
	if strict {
		return knowledge.Attempts | knowledge.Elapsed | knowledge.ErrorClass
	}
	return knowledge.Attempts | knowledge.Elapsed | knowledge.ErrorClass | knowledge.Ctx | knowledge.Stop
}
