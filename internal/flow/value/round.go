package value

import (
	"go/ast"
	"math"

	"golang.org/x/tools/go/ssa"
)

// mostRounds is how many rounds are run. Delays and counters that matter are beyond
// all measure by then.
const mostRounds = 1000

// AtRound is the range of an expression in a round of a region, counted from 1, by
// running the variables that it is computed from.
func (v *Values) AtRound(e ast.Expr, r Region, round int) Range {
	defer v.end()
	unknown := Range{Lo: math.Inf(-1), Hi: math.Inf(1)}
	if !v.begin() || round < 1 || round > mostRounds {
		return unknown
	}
	n, f := v.one(e)
	reg := v.region(r)
	if n == nil || reg == nil {
		return unknown
	}
	type variable struct {
		n     node
		block *ssa.BasicBlock
		edges []node
	}
	var vars []variable
	now := map[node]upper{}
	b := &bounder{v: v, assumed: map[node]upper{}}
	seen := map[node]bool{}
	for stack := []node{n}; len(stack) > 0 && len(seen) < maxSteps; {
		m := v.resolve(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if seen[m] {
			continue
		}
		seen[m] = true
		if first, next, ok := reg.carried(m); ok {
			x := variable{n: m, block: block(m)}
			switch m := m.(type) {
			case *ssa.Phi:
				x.edges = nodes(m.Edges)
			case *merge:
				x.edges = m.edges
			}
			vars = append(vars, x)
			now[m] = b.ranges(first)
			stack = append(stack, next...)
			continue
		}
		if blk := block(m); blk != nil && reg.has(blk) {
			stack = append(stack, v.operands(m)...)
		}
	}
	if len(seen) >= maxSteps {
		return unknown
	}
	for range round - 1 {
		after := map[node]upper{}
		b = &bounder{v: v, assumed: map[node]upper{}, round: now, steps: b.steps}
		for _, x := range vars {
			u, ok := b.together(b.arms(x.n, x.block, x.edges, true))
			if !ok { // no round follows
				return unknown
			}
			after[x.n] = u
		}
		now = after
	}
	b = &bounder{v: v, assumed: map[node]upper{}, round: now, steps: b.steps}
	if ref := f.ref(ast.Unparen(e)); ref != nil {
		return b.at(n, ref.Block()).export()
	}
	return b.at(n, nil).export()
}
