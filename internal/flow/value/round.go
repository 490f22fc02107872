package value

import (
	"go/ast"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// mostRounds is how many rounds are run. Delays and counters that matter are beyond
// all measure by then.
const mostRounds = 1000

// AtRound is the range of an expression in a round of a region, counted from 1, by
// running the variables that it is computed from.
func (v *Values) AtRound(e ast.Expr, r Region, round int) Range {
	defer v.rel.End()
	unknown := Range{Lo: math.Inf(-1), Hi: math.Inf(1)}
	if !v.rel.Begin() || round < 1 || round > mostRounds {
		return unknown
	}
	n, f := v.rel.One(e)
	reg := v.rel.Cycle(r)
	if n == nil || reg == nil {
		return unknown
	}
	type variable struct {
		n     origin.Node
		block *ssa.BasicBlock
		edges []origin.Node
	}
	var vars []variable
	now := map[origin.Node]upper{}
	b := &bounder{v: v, assumed: map[origin.Node]upper{}}
	seen := map[origin.Node]bool{}
	for stack := []origin.Node{n}; len(stack) > 0 && len(seen) < origin.MaxSteps; {
		m := v.rel.Resolve(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if seen[m] {
			continue
		}
		seen[m] = true
		if first, next, ok := reg.Carried(m); ok {
			x := variable{n: m, block: origin.Block(m)}
			switch m := m.(type) {
			case *ssa.Phi:
				x.edges = origin.Nodes(m.Edges)
			case *origin.Merge:
				x.edges = m.Edges
			}
			vars = append(vars, x)
			now[m] = b.ranges(first)
			stack = append(stack, next...)
			continue
		}
		if blk := origin.Block(m); blk != nil && reg.Has(blk) {
			stack = append(stack, v.rel.Operands(m)...)
		}
	}
	if len(seen) >= origin.MaxSteps {
		return unknown
	}
	for range round - 1 {
		after := map[origin.Node]upper{}
		b = &bounder{v: v, assumed: map[origin.Node]upper{}, round: now, steps: b.steps}
		for _, x := range vars {
			u, ok := b.together(b.arms(x.n, x.block, x.edges, true))
			if !ok { // no round follows
				return unknown
			}
			after[x.n] = u
		}
		now = after
	}
	b = &bounder{v: v, assumed: map[origin.Node]upper{}, round: now, steps: b.steps}
	if ref := f.Ref(ast.Unparen(e)); ref != nil {
		return b.at(n, ref.Block()).export()
	}
	return b.at(n, nil).export()
}
