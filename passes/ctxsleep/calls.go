package ctxsleep

import (
	"fmt"
	"go/ast"
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

// deafens reports whether a call hands an operation to a retrier of the code's own
// that waits where nothing can end the wait, although the caller has a context that
// can be cancelled. Where the retrier has one in reach itself, it is judged there, and
// those of libraries are by retrylib.
func deafens(m *flow.Package, s *site.Site, c *cancel.Answers) bool {
	if s.Known == nil || !s.Known.Deaf || s.Reach.Kind&knowledge.Ctx == 0 || silenceOfReach(s, c) != "" {
		return false
	}
	return site.PlaceOf(s) != knowledge.Local && !momentary(m, s)
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

// reportCall reports a call of a retrier, or of many calls of one the first.
func reportCall(r *report.Reporter, s *site.Site, same []*site.Site) {
	call := s.Node.(*ast.CallExpr)
	text := fmt.Sprintf("%s waits between attempts and is not told of %s: when that is cancelled it goes on waiting", phrase.Source(call.Fun), s.Reach.Expr)
	switch {
	case len(same) <= report.Few:
		r.Report(s.Head(), text, phrase.AttemptAt(s)...)
	case same[0] == s:
		r.Report(s.Head(), fmt.Sprintf("%s, here and in %d more calls", text, len(same)-1),
			report.Where(same[1:], func(s *site.Site) analysis.RelatedInformation { return report.At(s.Head(), "and here") })...)
	}
}
