package value

import "golang.org/x/tools/go/ssa"

// deciders lists the blocks whose branches decide whether a block is run: those
// that it is control dependent on, after Ferrante, Ottenstein, Warren, "The Program
// Dependence Graph and Its Use in Optimization" (TOPLAS 1987).
func (f *function) deciders(b *ssa.BasicBlock) []*ssa.BasicBlock {
	if f.decides == nil {
		f.postDominators()
		f.decides = make([][]*ssa.BasicBlock, len(f.fn.Blocks))
		for _, a := range f.fn.Blocks {
			if len(a.Succs) < 2 {
				continue
			}
			for _, s := range a.Succs {
				for i := s.Index; i >= 0 && i < len(f.fn.Blocks) && i != f.post[a.Index]; i = f.post[i] {
					f.decides[i] = append(f.decides[i], a)
				}
			}
		}
	}
	return f.decides[b.Index]
}

// postDominators finds the immediate post-dominator of each block by the algorithm
// of Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001), on the
// reversed graph; len(Blocks) is the exit. Of cycles that nothing leaves, one block
// counts as an exit.
func (f *function) postDominators() {
	blocks := f.fn.Blocks
	exit := len(blocks)
	order := make([]int, 0, exit) // post-order of the reversed graph
	number := make([]int, exit+1)
	isExit := make([]bool, exit)
	seen := make([]bool, exit)
	type step struct{ b, i int }
	visit := func(start int) {
		isExit[start], seen[start] = true, true
		for stack := []step{{start, 0}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if preds := blocks[top.b].Preds; top.i < len(preds) {
				p := preds[top.i].Index
				top.i++
				if !seen[p] {
					seen[p] = true
					stack = append(stack, step{p, 0})
				}
				continue
			}
			number[top.b] = len(order)
			order = append(order, top.b)
			stack = stack[:len(stack)-1]
		}
	}
	for i := exit - 1; i >= 0; i-- {
		if len(blocks[i].Succs) == 0 {
			visit(i)
		}
	}
	for i := exit - 1; i >= 0; i-- {
		if !seen[i] {
			visit(i)
		}
	}
	number[exit] = len(order)
	f.post = make([]int, exit+1)
	for i := range f.post {
		f.post[i] = -1
	}
	f.post[exit] = exit
	meet := func(a, b int) int {
		for a != b {
			for number[a] < number[b] {
				a = f.post[a]
			}
			for number[b] < number[a] {
				b = f.post[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for k := len(order) - 1; k >= 0; k-- {
			i, best := order[k], -1
			if isExit[i] {
				best = exit
			}
			for _, s := range blocks[i].Succs {
				if j := s.Index; f.post[j] >= 0 {
					if best < 0 {
						best = j
					} else {
						best = meet(best, j)
					}
				}
			}
			if best >= 0 && f.post[i] != best {
				f.post[i], changed = best, true
			}
		}
	}
}

// choices lists the conditions that decide which of its edges a phi takes, if the
// edges in a region differ.
func (r *region) choices(n node) []node {
	var b *ssa.BasicBlock
	var edges []node
	switch n := n.(type) {
	case *ssa.Phi:
		b, edges = n.Block(), nodes(n.Edges)
	case *merge:
		if n.alias != nil {
			return nil
		}
		b, edges = n.block, n.edges
	default:
		return nil
	}
	v := r.f.fam.v
	var from []*ssa.BasicBlock
	values := map[node]bool{}
	for i, e := range edges {
		if r.has(b.Preds[i]) {
			from = append(from, b.Preds[i])
			values[v.resolve(e)] = true
		}
	}
	if len(values) < 2 {
		return nil
	}
	var out []node
	f := v.funcs[b.Parent()]
	for _, p := range from {
		if len(p.Succs) > 1 {
			out = append(out, condition(p)...)
		}
		out = append(out, f.conditionsOf(p, r)...)
	}
	return out
}

// conditionsOf lists the conditions in a region that decide whether a block is run.
func (f *function) conditionsOf(b *ssa.BasicBlock, r *region) []node {
	var out []node
	for _, d := range f.deciders(b) {
		if r.has(d) {
			out = append(out, condition(d)...)
		}
	}
	return out
}

// condition is what the branch at the end of a block asks.
func condition(b *ssa.BasicBlock) []node {
	if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		return []node{i.Cond}
	}
	return nil
}

// ends is the branch at the end of a block.
func ends(b *ssa.BasicBlock) (*ssa.If, bool) {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return branch, ok && b.Succs[0] != b.Succs[1]
}
