package value

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Region is a part of a function that is run again and again, as a span of its
// source: a loop, a cycle by goto from its label to the end of the goto, or the
// body of a function that is called again and again.
type Region struct{ From, To token.Pos }

// loop is a natural loop.
type loop struct {
	head     *ssa.BasicBlock
	blocks   map[*ssa.BasicBlock]bool
	from, to token.Pos // of its instructions
}

// region is what SSA has for a Region.
type region struct {
	Region
	f    *function
	loop *loop                  // nil if the rounds are calls
	lits map[*ssa.Function]bool // the literals that the region may run
	list []*ssa.BasicBlock      // see blocks
}

func (v *Values) region(r Region) *region {
	f := v.at(r.From)
	if f == nil {
		return nil
	}
	return f.region(r)
}

func (f *function) region(r Region) *region {
	if got := f.regions[r]; got != nil {
		return got
	}
	if f.regions == nil {
		f.regions = map[Region]*region{}
	}
	out := &region{Region: r, f: f}
	f.regions[r] = out
	loops := f.natural()
	i, _ := slices.BinarySearchFunc(loops, r.From, func(l *loop, pos token.Pos) int { return int(l.from - pos) })
	// The first that begins in the span is the one around the others.
	for ; i < len(loops) && loops[i].from < r.To; i++ {
		if loops[i].to <= r.To && (out.loop == nil || len(loops[i].blocks) > len(out.loop.blocks)) {
			out.loop = loops[i]
		}
		if out.loop != nil && loops[i].from > out.loop.to {
			break
		}
	}
	return out
}

// natural lists the natural loops of a function by position.
func (f *function) natural() []*loop {
	if f.hasLoop {
		return f.loops
	}
	f.hasLoop = true
	byHead := map[*ssa.BasicBlock]*loop{}
	for _, b := range f.fn.Blocks {
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			l := byHead[h]
			if l == nil {
				l = &loop{head: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
				byHead[h] = l
				f.loops = append(f.loops, l)
			}
			for stack := []*ssa.BasicBlock{b}; len(stack) > 0; {
				x := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if !l.blocks[x] {
					l.blocks[x] = true
					stack = append(stack, x.Preds...)
				}
			}
		}
	}
	for _, l := range f.loops {
		for b := range l.blocks {
			for _, in := range b.Instrs {
				if pos := position(in); pos.IsValid() {
					if !l.from.IsValid() || pos < l.from {
						l.from = pos
					}
					l.to = max(l.to, pos)
				}
			}
		}
	}
	slices.SortFunc(f.loops, func(a, b *loop) int { return int(a.from - b.from) })
	return f.loops
}

// position is where an instruction stands; those that carry the position of a
// variable, or none, have no place.
func position(in ssa.Instruction) token.Pos {
	switch in := in.(type) {
	case *ssa.Phi, *ssa.Alloc:
		return token.NoPos
	case *ssa.DebugRef:
		return in.Expr.Pos()
	}
	return in.Pos()
}

// has reports whether the region runs a block: it is part of the loop, or of the
// way out of it, or of a literal in the region.
func (r *region) has(b *ssa.BasicBlock) bool {
	if b == nil {
		return false
	}
	if b.Parent() != r.f.fn {
		return r.runs(b.Parent())
	}
	if r.loop != nil && r.loop.blocks[b] {
		return true
	}
	if r.loop != nil && !r.loop.head.Dominates(b) {
		return false
	}
	pos := first(b)
	return r.From <= pos && pos < r.To
}

// blocks lists the blocks of the region in its own function, by index.
func (r *region) blocks() []*ssa.BasicBlock {
	if r.list != nil {
		return r.list
	}
	f := r.f
	if f.sorted == nil {
		for _, b := range f.fn.Blocks {
			if first(b).IsValid() {
				f.sorted = append(f.sorted, b)
			}
		}
		slices.SortStableFunc(f.sorted, func(a, b *ssa.BasicBlock) int { return int(first(a) - first(b)) })
	}
	i, _ := slices.BinarySearchFunc(f.sorted, r.From, func(b *ssa.BasicBlock, pos token.Pos) int { return int(first(b) - pos) })
	for ; i < len(f.sorted) && first(f.sorted[i]) < r.To; i++ {
		if r.has(f.sorted[i]) {
			r.list = append(r.list, f.sorted[i])
		}
	}
	if r.loop != nil {
		for b := range r.loop.blocks {
			if pos := first(b); pos < r.From || r.To <= pos {
				r.list = append(r.list, b)
			}
		}
	}
	slices.SortFunc(r.list, func(a, b *ssa.BasicBlock) int { return a.Index - b.Index })
	return r.list
}

// first is where the first instruction of a block stands that has a place.
func first(b *ssa.BasicBlock) token.Pos {
	for _, in := range b.Instrs {
		if pos := position(in); pos.IsValid() {
			return pos
		}
	}
	return token.NoPos
}

// runs reports whether a literal stands in the region, or is called or handed on
// there.
func (r *region) runs(fn *ssa.Function) bool {
	if r.lits == nil {
		r.lits = map[*ssa.Function]bool{}
		r.f.fam.collect()
		for _, b := range r.blocks() {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok {
					for _, lit := range r.f.lits(c) {
						r.lits[lit] = true
					}
				}
			}
		}
	}
	for ; fn != nil && fn != r.f.fn; fn = fn.Parent() {
		if s := fn.Syntax(); r.lits[fn] || s != nil && r.From <= s.Pos() && s.End() <= r.To {
			return true
		}
	}
	return false
}

// carried reports whether a value is what a variable holds where a round begins,
// and lists what it enters the first with and what the rounds leave to the next.
func (r *region) carried(n node) (first, next []node, ok bool) {
	if r.loop == nil {
		return nil, nil, false
	}
	var b *ssa.BasicBlock
	var edges []node
	switch n := n.(type) {
	case *ssa.Phi:
		b, edges = n.Block(), nodes(n.Edges)
	case *merge:
		b, edges = n.block, n.edges
	}
	if b != r.loop.head {
		return nil, nil, false
	}
	for i, e := range edges {
		e = r.f.fam.v.resolve(e)
		if r.loop.blocks[b.Preds[i]] {
			next = append(next, e)
		} else {
			first = append(first, e)
		}
	}
	return first, next, true
}
