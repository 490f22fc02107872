package pace

import (
	"go/token"
	"go/types"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// manySpins is how many attempts that fail at once are worth a word: fewer are over
// before anybody notices.
const manySpins = 100

// spins is an attempt that a loop makes over and over once the context that the
// attempt is given has ended, since nothing asks for that and nothing waits; nil
// if there is none.
func spins(s *site.Site) *world.Attempt {
	r := s.Region
	if r == nil || !s.Kind.Again() && s.Kind != site.Reconnect || pacedByRange(r) || s.Bound&knowledge.Attempts != 0 && s.Max < manySpins {
		return nil
	}
	if tells(r) {
		return nil
	}
	ended := types.NewVar(token.NoPos, r.U.M.Pass.Pkg, "_", types.Universe.Lookup("error").Type()) // no error of the code's own
	attempts := site.AttemptBlocks(r, s)
	pauses := pauses(r, nil, 0)
	for _, b := range r.Order {
		a := attempts[b]
		if a == nil || a.Ctx == nil || !world.Inherits(r, a.Ctx, 0) {
			continue
		}
		p, _ := world.PlacedCall(r, a.Call)
		in := world.Run(r, world.EndedWorld(r, a), world.Options{Block: b, Node: p.Node, Cancelled: true, Is: ended})
		if in.Back && !pauses[b] && !pauses[r.Head] && !world.ReachesAny(in.Reached, pauses) {
			return a
		}
	}
	return nil
}

// tells reports whether a region hands an error and a context to what tells it whether
// to go on: that sees whether the context has ended.
func tells(r *flow.Region) bool {
	for _, p := range world.Calls(r) {
		asksCtx, asksErr := false, false
		for _, arg := range p.Call.Args {
			t := r.U.M.Info.TypeOf(arg)
			asksCtx = asksCtx || t != nil && summary.IsContext(t)
			asksErr = asksErr || t != nil && summary.IsError(t)
		}
		if asksCtx && asksErr && isBool(r.U.M.Info.TypeOf(p.Call)) {
			return true
		}
	}
	return false
}

func isBool(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}
