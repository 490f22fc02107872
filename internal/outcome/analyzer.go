package outcome

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
)

// Analyzer finds out what sites do once their last permitted attempt failed. Its
// result is a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "retryoutcome",
	Doc:        "find out what becomes of a failure after the last attempt",
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Result is what there is to say about the sites of a package that findings may be
// reported for.
type Result struct{ of map[*site.Site]*Last }

// Of is what a site does once its last permitted attempt failed.
func (r *Result) Of(s *site.Site) *Last { return r.of[s] }

func run(pass *analysis.Pass) (any, error) {
	model, done := site.Use(pass)
	defer done()
	out := &Result{of: map[*site.Site]*Last{}}
	for _, s := range model.Reported() {
		out.of[s] = last(s)
		out.of[s].EndsOuter = endsOuter(model, s)
	}
	return out, nil
}
