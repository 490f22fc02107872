package residue

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
)

// Analyzer answers the questions of this package about all sites that findings may
// be reported for. Its result is a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "retryresidue",
	Doc:        "find out what each attempt leaves behind",
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
	Piles []Pile // what each attempt adds to, and nothing takes away before the next
}

// Of is what there is to say about a site.
func (r *Result) Of(s *site.Site) *Answers { return r.of[s] }

func run(pass *analysis.Pass) (any, error) {
	model, done := site.Use(pass)
	defer done()
	m := model.Package
	out := &Result{of: map[*site.Site]*Answers{}}
	for _, s := range model.Reported() {
		out.of[s] = &Answers{Piles: piles(m, s)}
	}
	return out, nil
}
