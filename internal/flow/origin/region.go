package origin

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
	Blocks   map[*ssa.BasicBlock]bool
	from, to token.Pos // of its instructions
}

// Cycle is what SSA has for a Region.
type Cycle struct {
	Region
	Func *Function
	Loop *loop                  // nil if the rounds are calls
	lits map[*ssa.Function]bool // the literals that the region may run
	list []*ssa.BasicBlock      // see blocks
}

func (v *Relation) Cycle(r Region) *Cycle {
	f := v.at(r.From)
	if f == nil {
		return nil
	}
	return f.region(r)
}

func (f *Function) region(r Region) *Cycle {
	if got := f.regions[r]; got != nil {
		return got
	}
	if f.regions == nil {
		f.regions = map[Region]*Cycle{}
	}
	out := &Cycle{Region: r, Func: f}
	f.regions[r] = out
	loops := f.natural()
	i, _ := slices.BinarySearchFunc(loops, r.From, func(l *loop, pos token.Pos) int { return int(l.from - pos) })
	// The first that begins in the span is the one around the others.
	for ; i < len(loops) && loops[i].from < r.To; i++ {
		if loops[i].to <= r.To && (out.Loop == nil || len(loops[i].Blocks) > len(out.Loop.Blocks)) {
			out.Loop = loops[i]
		}
		if out.Loop != nil && loops[i].from > out.Loop.to {
			break
		}
	}
	return out
}

// natural lists the natural loops of a function by position.
func (f *Function) natural() []*loop {
	if f.hasLoop {
		return f.loops
	}
	f.hasLoop = true
	byHead := map[*ssa.BasicBlock]*loop{}
	for _, b := range f.SSA.Blocks {
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			l := byHead[h]
			if l == nil {
				l = &loop{head: h, Blocks: map[*ssa.BasicBlock]bool{h: true}}
				byHead[h] = l
				f.loops = append(f.loops, l)
			}
			for stack := []*ssa.BasicBlock{b}; len(stack) > 0; {
				x := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if !l.Blocks[x] {
					l.Blocks[x] = true
					stack = append(stack, x.Preds...)
				}
			}
		}
	}
	for _, l := range f.loops {
		for b := range l.Blocks {
			for _, in := range b.Instrs {
				if pos := Position(in); pos.IsValid() {
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

// Position is where an instruction stands; those that carry the position of a
// variable, or none, have no place.
func Position(in ssa.Instruction) token.Pos {
	switch in := in.(type) {
	case *ssa.Phi, *ssa.Alloc:
		return token.NoPos
	case *ssa.DebugRef:
		return in.Expr.Pos()
	}
	return in.Pos()
}

// Has reports whether the region runs a block: it is part of the loop, or of the
// way out of it, or of a literal in the region.
func (r *Cycle) Has(b *ssa.BasicBlock) bool {
	if b == nil {
		return false
	}
	if b.Parent() != r.Func.SSA {
		return r.runs(b.Parent())
	}
	if r.Loop != nil && r.Loop.Blocks[b] {
		return true
	}
	if r.Loop != nil && !r.Loop.head.Dominates(b) {
		return false
	}
	pos := first(b)
	return r.From <= pos && pos < r.To
}

// blocks lists the blocks of the region in its own function, by index.
func (r *Cycle) blocks() []*ssa.BasicBlock {
	if r.list != nil {
		return r.list
	}
	f := r.Func
	if f.sorted == nil {
		for _, b := range f.SSA.Blocks {
			if first(b).IsValid() {
				f.sorted = append(f.sorted, b)
			}
		}
		slices.SortStableFunc(f.sorted, func(a, b *ssa.BasicBlock) int { return int(first(a) - first(b)) })
	}
	i, _ := slices.BinarySearchFunc(f.sorted, r.From, func(b *ssa.BasicBlock, pos token.Pos) int { return int(first(b) - pos) })
	for ; i < len(f.sorted) && first(f.sorted[i]) < r.To; i++ {
		if r.Has(f.sorted[i]) {
			r.list = append(r.list, f.sorted[i])
		}
	}
	if r.Loop != nil {
		for b := range r.Loop.Blocks {
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
		if pos := Position(in); pos.IsValid() {
			return pos
		}
	}
	return token.NoPos
}

// runs reports whether a literal stands in the region, or is called or handed on
// there.
func (r *Cycle) runs(fn *ssa.Function) bool {
	if r.lits == nil {
		r.lits = map[*ssa.Function]bool{}
		r.Func.Family.Collect()
		for _, b := range r.blocks() {
			for _, in := range b.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok {
					for _, lit := range r.Func.Lits(c) {
						r.lits[lit] = true
					}
				}
			}
		}
	}
	for ; fn != nil && fn != r.Func.SSA; fn = fn.Parent() {
		if s := fn.Syntax(); r.lits[fn] || s != nil && r.From <= s.Pos() && s.End() <= r.To {
			return true
		}
	}
	return false
}

// Carried reports whether a value is what a variable holds where a round begins,
// and lists what it enters the first with and what the rounds leave to the next.
func (r *Cycle) Carried(n Node) (first, next []Node, ok bool) {
	if r.Loop == nil {
		return nil, nil, false
	}
	var b *ssa.BasicBlock
	var edges []Node
	switch n := n.(type) {
	case *ssa.Phi:
		b, edges = n.Block(), Nodes(n.Edges)
	case *Merge:
		b, edges = n.Block, n.Edges
	}
	if b != r.Loop.head {
		return nil, nil, false
	}
	for i, e := range edges {
		e = r.Func.Family.v.Resolve(e)
		if r.Loop.Blocks[b.Preds[i]] {
			next = append(next, e)
		} else {
			first = append(first, e)
		}
	}
	return first, next, true
}

// Condition is what the branch at the end of a block asks.
func Condition(b *ssa.BasicBlock) []Node {
	if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		return []Node{i.Cond}
	}
	return nil
}

// Ends is the branch at the end of a block.
func Ends(b *ssa.BasicBlock) (*ssa.If, bool) {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return branch, ok && b.Succs[0] != b.Succs[1]
}
