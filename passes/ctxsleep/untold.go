package ctxsleep

import (
	"fmt"
	"go/ast"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/cancel"
	"github.com/retryvet/retryvet/internal/delay"
	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/phrase"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/world"
)

// untold finds the calls by which a function that has a context hands something
// remote to a retrier that waits where nothing can end the wait. Own lists them for
// the retriers of the package that wait themselves: there the cause is, and is
// reported. Others lists, for each further call, all those of the same retrier. Calls
// of libraries are judged by retrylib.
func untold(m *flow.Package, sites []*site.Site, cancels *cancel.Result) (own map[*types.Func][]*site.Site, others map[*site.Site][]*site.Site) {
	own, others = map[*types.Func][]*site.Site{}, map[*site.Site][]*site.Site{}
	through := map[*types.Func][]*site.Site{}
	waits := map[*types.Func]bool{}
	for _, s := range sites {
		waits[s.Func] = waits[s.Func] || s.Kind != site.Helper && len(s.Waits) > 0
	}
	for _, s := range sites {
		if s.Kind != site.Helper || s.Retrier == nil || s.Reach.Kind != knowledge.Ctx || !site.PlaceOf(s).Leaves() || silenceOfReach(s, cancels.Of(s)) != "" || momentary(m, s) {
			continue
		}
		switch fn := s.Retrier.Origin(); {
		case waits[fn]:
			own[fn] = append(own[fn], s)
		case s.Known != nil && s.Known.Deaf:
			through[fn] = append(through[fn], s)
		}
	}
	for _, same := range through {
		for _, s := range same {
			others[s] = same
		}
	}
	return own, others
}

// reportUntold reports the waits of a retrier that takes no context, once for all
// calls of functions that have one.
func reportUntold(r *report.Reporter, s *site.Site, callers []*site.Site, delays *delay.Result) {
	for i := range s.Waits {
		w := &s.Waits[i]
		if why := silenceOf(s, w, delays); why != "" {
			r.Silent(s, why)
			continue
		}
		who := fmt.Sprintf("%s has %s", callers[0].FuncName, callers[0].Reach.Expr)
		if n := len(callers); n > 1 {
			who = fmt.Sprintf("%d of its callers have one", n)
		}
		r.Speak(s)
		r.Report(place(w), fmt.Sprintf("%s in %s ignores cancellation, as it is given no context though %s: that waits %s", phrase.Wait(w), s.FuncName, who, phrase.UpTo(r.Model.Package, w)),
			report.Where(callers, func(c *site.Site) analysis.RelatedInformation {
				return report.At(c.Head(), fmt.Sprintf("%s is in reach of this call", c.Reach.Expr))
			})...)
		return
	}
}

// momentary reports whether a retrier waits for too short a time to notice, as far as
// that is known.
func momentary(m *flow.Package, s *site.Site) bool {
	longest := s.Delay.First
	if each := site.EachWait(s); each != nil {
		longest, _ = world.ConstFloat(m, each)
	}
	if s.Bound&knowledge.Ctx != 0 && 0 < longest && longest < float64(noticed) && s.Delay.Shape == knowledge.Constant {
		return true
	}
	total, ok := delay.Waits(s, s.Max)
	return ok && s.Max > 0 && time.Duration(total) < noticed
}

// reportCall reports the calls of a retrier of another package, or of one that hands
// on what it is given, at the first of them.
func reportCall(r *report.Reporter, same []*site.Site) {
	call, related := same[0].Node.(*ast.CallExpr), phrase.AttemptAt(same[0])
	text := fmt.Sprintf("%s waits between attempts and is not told of %s: when that is cancelled it goes on waiting", phrase.Source(call.Fun), same[0].Reach.Expr)
	if n := len(same) - 1; n > 0 {
		text += fmt.Sprintf(", here and in %s of the package", calls(n))
		related = report.Where(same[1:], func(s *site.Site) analysis.RelatedInformation { return report.At(s.Head(), "and here") })
	}
	r.Report(same[0].Head(), text, related...)
}

func calls(n int) string {
	if n == 1 {
		return "another call"
	}
	return fmt.Sprintf("%d more calls", n)
}
