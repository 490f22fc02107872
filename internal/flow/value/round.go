package value

import (
	"go/ast"
	"math"
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
	type hand struct {
		n    node
		next []node
	}
	var vars []hand
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
			vars = append(vars, hand{m, next})
			now[m] = b.ranges(first)
			stack = append(stack, next...)
			continue
		}
		if blk := block(m); blk != nil && reg.has(blk) {
			stack = append(stack, v.operands(m)...)
		}
	}
	for range round - 1 {
		after := map[node]upper{}
		b := &bounder{v: v, assumed: map[node]upper{}, round: now}
		for _, h := range vars {
			after[h.n] = b.ranges(h.next)
		}
		now = after
	}
	b = &bounder{v: v, assumed: map[node]upper{}, round: now}
	if ref := f.ref(ast.Unparen(e)); ref != nil {
		return b.at(n, ref.Block()).export()
	}
	return b.at(n, nil).export()
}
