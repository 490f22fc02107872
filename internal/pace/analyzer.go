package pace

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// Analyzer answers the questions of this package about all sites that findings may
// be reported for. Its result is a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "retrypace",
	Doc:        "find out what happens between a failure and the next attempt",
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Result is what there is to say about a package.
type Result struct {
	of map[*site.Site]*Answers
}

// Answers is what there is to say about one site.
type Answers struct {
	Unpaced   *world.Attempt // a remote attempt that nothing passes time after
	Spins     *world.Attempt // an attempt that is made over and over once its context has ended
	Misjudged *Misjudged     // errors that are tried again although the loop's own question sorts them out
}

// Of is what there is to say about a site.
func (r *Result) Of(s *site.Site) *Answers { return r.of[s] }

func run(pass *analysis.Pass) (any, error) {
	model, done := site.Use(pass)
	defer done()
	out := &Result{of: map[*site.Site]*Answers{}}
	for _, s := range model.Reported() {
		out.of[s] = &Answers{Unpaced: unpacedAttempt(s), Spins: spins(s), Misjudged: misjudges(s)}
	}
	return out, nil
}
