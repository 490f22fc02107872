package flow

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/cfg"
)

// What stands where in a function, found once, so that a question about one site
// need not walk through all that stands around it.

// index is about a declared function, or the literal of package level, and what
// stands in it.
type index struct {
	uses    map[types.Object][]*ast.Ident // in the order of the source
	parents map[ast.Node]ast.Node
	sets    []assignment // in the order of the source
}

// assignment is a statement that gives a variable a value, and where it begins.
type assignment struct {
	at  token.Pos
	obj types.Object
}

func (u *Unit) index() *index {
	if x := u.M.indexes[u.Root]; x != nil {
		return x
	}
	x := &index{uses: map[types.Object][]*ast.Ident{}, parents: map[ast.Node]ast.Node{}}
	u.M.indexes[u.Root] = x
	var stack []ast.Node
	ast.Inspect(u.Root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if len(stack) > 0 {
			x.parents[n] = stack[len(stack)-1]
		}
		stack = append(stack, n)
		if id, ok := n.(*ast.Ident); ok {
			if obj := u.M.Info.Uses[id]; obj != nil {
				x.uses[obj] = append(x.uses[obj], id)
			}
		}
		return true
	})
	for obj, defs := range u.Definitions() {
		for _, d := range defs {
			x.sets = append(x.sets, assignment{d.Node.Pos(), obj})
		}
	}
	slices.SortFunc(x.sets, func(a, b assignment) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.obj.Pos(), b.obj.Pos()))
	})
	return x
}

// Uses lists where a variable is named in the declared function around the unit,
// other than where it is declared, in the order of the source.
func (u *Unit) Uses(obj types.Object) []*ast.Ident { return u.index().uses[obj] }

// Stack lists the nodes around one in the declared function, the outermost first,
// and the node itself last.
func (u *Unit) Stack(n ast.Node) []ast.Node {
	var out []ast.Node
	for parents := u.index().parents; n != nil; n = parents[n] {
		out = append(out, n)
	}
	slices.Reverse(out)
	return out
}

// Sets lists the variables that the region gives values to, in the order of the
// source.
func (r *Region) Sets() []types.Object {
	sets := r.U.index().sets
	from, _ := slices.BinarySearchFunc(sets, min(r.From, r.Node.Pos()), func(a assignment, pos token.Pos) int { return cmp.Compare(a.at, pos) })
	var out []types.Object
	seen := map[types.Object]bool{}
	for _, s := range sets[from:] {
		if s.at >= r.To {
			break
		}
		if !seen[s.obj] && (r.Inside(s.at) || s.at == r.Node.Pos()) {
			seen[s.obj] = true
			out = append(out, s.obj)
		}
	}
	return out
}

// Defs lists the assignments of a variable that the region repeats.
func (r *Region) Defs(obj types.Object) []Def {
	defs := r.U.Definitions()[obj] // in the order of the source
	i, _ := slices.BinarySearchFunc(defs, min(r.From, r.Node.Pos()), func(d Def, pos token.Pos) int { return cmp.Compare(d.Node.Pos(), pos) })
	var out []Def
	for ; i < len(defs) && defs[i].Node.Pos() < r.To; i++ {
		if r.Contains(defs[i].Node) {
			out = append(out, defs[i])
		}
	}
	return out
}

// placement is a node of a block, and where it stands.
type placement struct {
	from, to token.Pos
	reach    token.Pos // the furthest end of this one and all before it
	block    *cfg.Block
}

// BlockOf is the first block of the unit's graph that a node stands in, or nil.
func (u *Unit) BlockOf(n ast.Node) *cfg.Block {
	if u.placed == nil {
		u.placed = []placement{}
		for _, b := range u.Cfg().Blocks {
			for _, n := range b.Nodes {
				u.placed = append(u.placed, placement{from: n.Pos(), to: n.End(), block: b})
			}
		}
		slices.SortStableFunc(u.placed, func(a, b placement) int { return cmp.Compare(a.from, b.from) })
		reach := token.NoPos
		for i := range u.placed {
			reach = max(reach, u.placed[i].to)
			u.placed[i].reach = reach
		}
	}
	from, to := n.Pos(), n.End()
	i, _ := slices.BinarySearchFunc(u.placed, from+1, func(p placement, pos token.Pos) int { return cmp.Compare(p.from, pos) })
	var found *cfg.Block
	for i--; i >= 0 && u.placed[i].reach >= to; i-- {
		if p := u.placed[i]; p.to >= to && (found == nil || p.block.Index < found.Index) {
			found = p.block
		}
	}
	return found
}

// Cyclic reports whether two blocks of the unit's graph lie on a cycle.
func (u *Unit) Cyclic(a, b *cfg.Block) bool {
	if u.cycles == nil {
		u.cycles = components(u.Cfg())
	}
	return u.cycles[a] == u.cycles[b] && u.cycles[a] != 0
}

// components numbers the strongly connected components of a graph, from 1, by
// Tarjan's algorithm. Its recursion is as deep as the graph, which Go's stacks
// bear.
func components(g *cfg.CFG) map[*cfg.Block]int {
	order, low := map[*cfg.Block]int{}, map[*cfg.Block]int{}
	out := map[*cfg.Block]int{}
	var stack []*cfg.Block
	n := 0
	var visit func(b *cfg.Block)
	visit = func(b *cfg.Block) {
		order[b] = len(order) + 1
		low[b] = order[b]
		stack = append(stack, b)
		for _, s := range b.Succs {
			if order[s] == 0 {
				visit(s)
				low[b] = min(low[b], low[s])
			} else if out[s] == 0 {
				low[b] = min(low[b], order[s])
			}
		}
		if low[b] != order[b] {
			return
		}
		n++
		for {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			out[s] = n
			if s == b {
				return
			}
		}
	}
	for _, b := range g.Blocks {
		if order[b] == 0 {
			visit(b)
		}
	}
	return out
}
