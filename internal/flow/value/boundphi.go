package value

import (
	"go/token"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// arm is a value that a phi may take, and the edge that it comes by.
type arm struct {
	n        origin.Node
	from, to *ssa.BasicBlock
}

// arms lists the values of a phi by its edges that lead back, or do not. Those of
// phis in between that nothing compares are theirs, but for the phi itself: a round
// that leaves a variable alone adds nothing to its range.
func (b *bounder) arms(n origin.Node, blk *ssa.BasicBlock, edges []origin.Node, back bool) []arm {
	v := b.v
	f := v.rel.Funcs[blk.Parent()]
	seen := map[origin.Node]bool{n: true}
	var out []arm
	var add func(e origin.Node, from, to *ssa.BasicBlock)
	add = func(e origin.Node, from, to *ssa.BasicBlock) {
		e = v.rel.Resolve(e)
		var in *ssa.BasicBlock
		var list []origin.Node
		switch x := e.(type) {
		case *ssa.Phi:
			in, list = x.Block(), origin.Nodes(x.Edges)
		case *origin.Merge:
			in, list = x.Block, x.Edges
		}
		switch {
		case e == n && back && b.round == nil:
		case in == nil || !back || b.round != nil || in == blk || !blk.Dominates(in) || len(f.Comparisons()[e]) > 0:
			out = append(out, arm{e, from, to})
		case !seen[e]:
			seen[e] = true
			for i, x := range list {
				add(x, in.Preds[i], in)
			}
		}
	}
	for i, e := range edges {
		if p := blk.Preds[i]; blk.Dominates(p) == back {
			add(e, p, blk)
		}
	}
	return out
}

// together is the range of several values, of which ways that cannot be gone give
// none.
func (b *bounder) together(list []arm) (out upper, any bool) {
	for _, a := range list {
		if !b.possible(a.from, a.to) {
			continue
		}
		u := b.along(a.n, a.from, a.to)
		if any {
			u = join(out, u)
		}
		out, any = u, true
	}
	return out, any
}

// phi is the range of what a variable holds where ways meet. A variable that the
// rounds of a loop change is assumed to hold what it enters the first with; what
// the rounds make of it is then taken for infinite, and computed once more, so that
// what limits it in the loop shows.
func (b *bounder) phi(n origin.Node, blk *ssa.BasicBlock, edges []origin.Node) upper {
	if u, ok := b.assumed[n]; ok {
		return u
	}
	ahead, back := b.arms(n, blk, edges, false), b.arms(n, blk, edges, true)
	if slices.ContainsFunc(slices.Concat(ahead, back), b.hopeless) {
		return anyNumber
	}
	first, entered := b.together(ahead)
	switch {
	case !entered:
		return anyNumber
	case len(back) == 0:
		return first
	}
	known, again := b.known, first
	for _, widen := range [...]bool{false, true} {
		b.known = &layer{map[origin.Node]upper{}, known}
		u := first
		if widen {
			if again.lo < first.lo {
				u.lo = math.Inf(-1)
			}
			if again.hi > first.hi || math.IsInf(again.hi, 1) && (!again.held || math.IsInf(first.hi, 1)) {
				u.hi, u.held = math.Inf(1), false
			}
		}
		b.assumed[n] = u
		if x, ok := b.together(back); ok {
			again = x
		}
	}
	delete(b.assumed, n)
	b.known = known
	if out := join(first, again); !math.IsInf(out.hi, 1) || len(b.assumed) > 0 || b.round != nil {
		return out
	}
	if u, ok := b.settled(n, first, back); ok {
		return u
	}
	return join(first, again)
}

// mostTurns is how many rounds of a loop are gone through to see where a variable
// comes to rest: a factor of 1.25 gets from a millisecond to a minute.
const mostTurns = 50

// settled is the range of a variable that the rounds of a loop enlarge until a limit
// holds it which does not show at once, as one that another function applies.
func (b *bounder) settled(n origin.Node, first upper, back []arm) (upper, bool) {
	known := b.known
	defer func() {
		delete(b.assumed, n)
		b.known = known
	}()
	u := first
	for range mostTurns {
		b.known = &layer{map[origin.Node]upper{}, known}
		b.assumed[n] = u
		x, ok := b.together(back)
		if !ok || math.IsInf(x.hi, 1) {
			return u, false
		}
		next := join(u, x)
		if next.hi <= u.hi {
			next.lo, next.held = math.Inf(-1), true
			return next, true
		}
		u = next
	}
	return u, false
}

// hopeless reports whether nothing is known of a value that a call wrote, so that
// there is no need to ask what else a variable may hold.
func (b *bounder) hopeless(a arm) bool {
	x, ok := b.v.rel.Resolve(a.n).(*origin.Effect)
	if !ok || x.Val != nil || b.round != nil {
		return false
	}
	u := b.along(a.n, a.from, a.to)
	return math.IsInf(u.lo, -1) && math.IsInf(u.hi, 1) && !u.held
}

// nearby is how many conditions on the way to a block are asked whether they can
// hold.
const nearby = 16

// possible reports whether an edge can be taken, where what parameters or variables
// are worth is known.
func (b *bounder) possible(from, to *ssa.BasicBlock) bool {
	if b.round == nil && b.args == nil {
		return true
	}
	for i := range nearby {
		if branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If); ok && from.Succs[0] != from.Succs[1] {
			taken := from.Succs[0] == to
			if c, ok := branch.Cond.(*ssa.BinOp); ok && (taken || from.Succs[1] == to) && (i == 0 || len(to.Preds) == 1) && !b.mayHold(c, taken) {
				return false
			}
		}
		if len(from.Preds) == 0 {
			return true
		}
		if len(from.Preds) == 1 {
			from, to = from.Preds[0], from
		} else {
			from, to = from.Idom(), from
		}
	}
	return true
}

// mayHold reports whether a comparison can have a result.
func (b *bounder) mayHold(c *ssa.BinOp, want bool) bool {
	op := c.Op
	if !want {
		op = negate(op)
	}
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL:
	default:
		return true
	}
	x, y := b.of(b.v.rel.Resolve(c.X)), b.of(b.v.rel.Resolve(c.Y))
	switch op {
	case token.LSS:
		return x.lo < y.hi
	case token.LEQ:
		return x.lo <= y.hi
	case token.GTR:
		return x.hi > y.lo
	case token.GEQ:
		return x.hi >= y.lo
	}
	return x.lo <= y.hi && x.hi >= y.lo
}
