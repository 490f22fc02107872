package cancel

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
)

// Analyzer answers the questions of this package about all sites that findings may
// be reported for. Its result is a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "retrycancel",
	Doc:        "find out what cancellation does to retries",
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Result is what there is to say about a package.
type Result struct {
	TimeAfters []TimeAfter // the uses of time.After in loops, whether or not the loop is a site
	of         map[*site.Site]*Answers
}

// Answers is what there is to say about one site.
type Answers struct {
	Detached []Detached // attempts that run detached from the context in reach
	Without  []Without  // attempts by a call that takes no context, though another would
	Slips    []Slip     // waits that notice the end of a context, and go on all the same
	Fresh    *Fresh     // the deadline that starts anew each round, where nothing else ends the site
	Asked    bool       // the site compares the context's Done with nil, by which it knows whether anything can cancel it
	CleansUp bool       // the site is reached when a context, or the function, has ended, and has to go on
}

// Of is what there is to say about a site.
func (r *Result) Of(s *site.Site) *Answers { return r.of[s] }

func run(pass *analysis.Pass) (any, error) {
	model, done := site.Use(pass)
	defer done()
	m := model.Package
	out := &Result{of: map[*site.Site]*Answers{}}
	for _, s := range model.Reported() {
		out.of[s] = &Answers{Detached: detachedIn(m, s), Without: withoutIn(m, s), Slips: slips(s), Fresh: freshDeadline(s), Asked: asksDone(s), CleansUp: AfterEnd(s.Unit, s.Node)}
	}
	out.TimeAfters = timeAfters(m)
	return out, nil
}
