package unsaferetry

import (
	_ "embed"
	"fmt"
	"go/types"

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
	Name:       name,
	Doc:        manual.Of(doc, name),
	URL:        manual.URL(name),
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer},
	ResultType: report.SilencesType,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass)
	through := map[*types.Func][]*site.Site{} // retriers of this package
	var all []*site.Site
	for _, s := range r.Sites() {
		if why := silence(s); why != "" {
			r.Silent(s, why)
			continue
		}
		all = append(all, s)
		if site.Summaries(r.Model.Package).Decl(s.Retrier) != nil {
			through[s.Retrier] = append(through[s.Retrier], s)
		}
	}
	for _, s := range all {
		if same := through[s.Retrier]; len(same) > report.Few {
			if same[0] == s {
				name := site.Summaries(r.Model.Package).Decl(s.Retrier).Name
				r.Report(name, fmt.Sprintf("%d calls hand %s what takes effect each time (%s): an attempt that took effect before it failed takes effect twice", len(same), name.Name, s.Safe.Why), report.Where(same, func(s *site.Site) analysis.RelatedInformation { return report.At(s.Safe.Call, s.Safe.Why) })...)
			}
			continue
		}
		r.Report(s.Safe.Call, fmt.Sprintf("this retry repeats %s: an attempt that took effect before it failed takes effect twice", s.Safe.Why), report.At(s.Head(), "by this "+phrase.Kind(s)))
	}
	return r.Done(), nil
}

// silence is the clause that keeps the check silent about a site.
func silence(s *site.Site) string {
	switch {
	case !s.Kind.Again() && s.Kind != site.Helper:
		return "no retry that success leaves"
	case s.Safe.Verdict == site.Idempotent:
		return "the operation may be repeated"
	case s.Safe.Verdict != site.Unsafe:
		return "it is not known whether the operation may be repeated"
	}
	return ""
}
