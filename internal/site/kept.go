package site

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// kept lists the attempts that open several things, of which the loop keeps those
// that it got before it makes the same attempt again, which opens all of them once
// more.
func (r *region) kept(s *Site) []Pile {
	if !s.Kind.Again() {
		return nil
	}
	var out []Pile
	for _, a := range s.Attempts {
		p, ok := r.placedCall(a.Call)
		if !ok || a.Place != knowledge.Remote {
			continue
		}
		if v := r.manyOf(p); v != nil {
			if list := r.gathers(p, v); list != nil {
				out = append(out, Pile{Kind: Kept, Node: a.Call, Name: list.Name()})
			}
		}
	}
	return out
}

// manyOf is the variable of the round that a call's list of things to be closed is
// assigned to.
func (r *region) manyOf(p placed) *types.Var {
	as, ok := r.u.graph.Blocks[p.block].Nodes[p.node].(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) < 2 || ast.Unparen(as.Rhs[0]) != ast.Expr(p.call) {
		return nil
	}
	for _, l := range as.Lhs {
		v, ok := r.u.m.object(l).(*types.Var)
		if !ok || !r.declares(v) {
			continue
		}
		if s, ok := summary.TypeUnder[*types.Slice](v.Type()); ok && closer(s.Elem()) {
			return v
		}
	}
	return nil
}

// gathers is the list from outside the loop that a round adds the elements of
// another to on a way to the same attempt once more, and for nothing else.
func (r *region) gathers(p placed, got *types.Var) *types.Var {
	for _, b := range r.order {
		for _, n := range b.Nodes {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
				continue
			}
			list, ok := r.u.m.object(as.Lhs[0]).(*types.Var)
			c, isCall := callOf(as.Rhs[0])
			if !ok || !isCall || !r.u.m.isBuiltin(c) || len(c.Args) != 2 || r.u.m.object(c.Args[0]) != list || r.declares(list) {
				continue
			}
			if r.elementOf(c.Args[1], got) && r.mentionedOnlyIn(as, list) && r.leads()[b] && r.repeatsAfter(p, b) {
				return list
			}
		}
	}
	return nil
}

// elementOf reports whether an expression is a list, or what a loop over it takes
// from it.
func (r *region) elementOf(e ast.Expr, list *types.Var) bool {
	v := r.u.m.object(e)
	if v == nil || v == list {
		return v != nil
	}
	for _, loop := range r.innerLoops() {
		rs, ok := loop.(*ast.RangeStmt)
		if ok && rs.Value != nil && r.u.m.object(rs.Value) == v && r.u.m.object(rs.X) == list {
			return true
		}
	}
	return false
}

// mentionedOnlyIn reports whether the rounds name a variable in one statement only:
// they neither ask for it nor give back what it holds.
func (r *region) mentionedOnlyIn(stmt ast.Node, v *types.Var) bool {
	only := true
	ast.Inspect(r.node, func(n ast.Node) bool {
		if _, leaves := n.(*ast.ReturnStmt); leaves || n == stmt {
			return false
		}
		id, ok := n.(*ast.Ident)
		only = only && !(ok && r.u.m.info.Uses[id] == v)
		return only
	})
	return only
}

// repeatsAfter reports whether a round in which a call did not do all of what it
// was to do passes a block, and makes the same call once more.
func (r *region) repeatsAfter(p placed, b *cfg.Block) bool {
	for _, o := range append(r.outcomes(p.call), free) {
		in := r.runFrom(r.u.graph.Blocks[p.block], p.node, r.failing(p.call, o), nil)
		if in.back && in.reached[b] && !r.turns(p, in) {
			return true
		}
	}
	return false
}
