package delay

import (
	"math"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// Analyzer answers the questions of this package about all sites that findings may
// be reported for. Its result is a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "retrydelay",
	Doc:        "find out how delays grow, what is random in them, what they are counted in and how long their back-offs live",
	Run:        run,
	Requires:   []*analysis.Analyzer{site.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Result is what there is to say about a package.
type Result struct {
	Draws    []Draw    // random durations that are lost or whose draw panics, wherever they stand
	Funcs    []*Growth // of functions that compute delays for other packages
	Products []Misuse  // durations multiplied by durations, wherever they stand
	of       map[*site.Site]*Answers
	m        *flow.Package
}

// Answers is what there is to say about one site.
type Answers struct {
	Draws     []Draw     // random numbers that something is wrong with
	Growth    []*Growth  // the terms by which the delays grow
	Lifetimes []Lifetime // back-offs that live too long or too short
	Misuses   []Misuse   // what is wrong with the units
	Overflow  *Overflow  // the draw that panics since its limit overflows, nil if there is none
	Total     float64    // how long the site waits at most, in nanoseconds; 0 if that is not known
	Told      bool       // the failure itself says how long to wait
}

// Of is what there is to say about a site.
func (r *Result) Of(s *site.Site) *Answers { return r.of[s] }

// Longest is the longest that a wait may take, in nanoseconds; 0 where that is not
// known.
func (r *Result) Longest(w *summary.Wait) float64 {
	if w.Duration == nil {
		return 0
	}
	if n, ok := world.ConstFloat(r.m, w.Duration); ok {
		return n
	}
	if most := r.m.Values().Bound(w.Duration).Hi; !math.IsInf(most, 1) {
		return max(most, 0)
	}
	return 0
}

func run(pass *analysis.Pass) (any, error) {
	model, done := site.Use(pass)
	defer done()
	m := model.Package
	out := &Result{of: map[*site.Site]*Answers{}, m: m}
	for _, s := range model.Reported() {
		a := &Answers{Lifetimes: lifetimes(m, s), Total: total(s), Told: told(m, s)}
		if s.Kind == site.Helper {
			a.Misuses = bareArgs(m, s)
		} else {
			a.Draws, a.Growth, a.Misuses, a.Overflow = faultyDraws(m, s), terms(m, s), misuses(m, s), overflow(m, s)
		}
		out.of[s] = a
	}
	out.Draws, out.Funcs, out.Products = looseDraws(m), delayFuncs(m), products(m)
	return out, nil
}
