package exchange

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// Analyzer answers the questions of this package about all sites that findings may
// be reported for. Its result is a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "retryexchange",
	Doc:        "find out what retries do with the HTTP requests that they send and the answers that they get",
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Result is what there is to say about a package.
type Result struct {
	Resent []Reuse // requests that a function sends a second time, without a loop
	of     map[*site.Site]*Answers
}

// Answers is what there is to say about one site.
type Answers struct {
	Leaks    []Leak    // responses left open on the way to the next attempt
	Reused   []Reuse   // what was made once and is used up by the first attempt
	Unheeded *Unheeded // an answer that asks for patience, and is not read
	Refused  *Refused  // an answer that refuses what is asked, and is asked again
}

// Of is what there is to say about a site.
func (r *Result) Of(s *site.Site) *Answers { return r.of[s] }

func run(pass *analysis.Pass) (any, error) {
	model, done := site.Use(pass)
	defer done()
	m := model.Package
	out := &Result{of: map[*site.Site]*Answers{}}
	http := world.Imports(m, "net/http")
	if http {
		for _, file := range m.Pass.Files {
			for _, root := range world.Roots(m, file) {
				out.Resent = append(out.Resent, resends(m, root)...)
			}
		}
	}
	for _, s := range model.Reported() {
		a := &Answers{Refused: refusalsIn(s)}
		out.of[s] = a
		if s.Kind == site.CAS {
			continue
		}
		a.Reused = reuses(m, s)
		if http {
			rounds := rounds(m, s)
			a.Leaks, a.Unheeded = leaks(m, rounds), throttles(m, s, rounds)
		}
	}
	return out, nil
}
