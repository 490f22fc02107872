package pace

import (
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
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
	attempts := site.AttemptBlocks(r, s)
	pauses := pauses(r, nil, 0)
	for _, b := range r.Order {
		a := attempts[b]
		if a == nil || a.Ctx == nil || !world.Inherits(r, a.Ctx, 0) {
			continue
		}
		p, _ := world.PlacedCall(r, a.Call)
		in := world.Run(r, world.EndedWorld(r, a), world.Options{Block: b, Node: p.Node, Cancelled: true})
		if in.Back && !pauses[b] && !pauses[r.Head] && !world.ReachesAny(in.Reached, pauses) {
			return a
		}
	}
	return nil
}
