package residue

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// kept lists the attempts that open several things, of which the loop keeps those
// that it got before it makes the same attempt again, which opens all of them once
// more.
func kept(r *flow.Region, s *site.Site) []Pile {
	if !s.Kind.Again() {
		return nil
	}
	var out []Pile
	for _, a := range s.Attempts {
		p, ok := world.PlacedCall(r, a.Call)
		if !ok || !a.Place.Leaves() {
			continue
		}
		if v := manyOf(r, p); v != nil {
			if list := gathers(r, p, v); list != nil {
				out = append(out, Pile{Kind: Kept, Node: a.Call, Name: list.Name()})
			}
		}
	}
	return out
}

// manyOf is the variable of the round that a call's list of things to be closed is
// assigned to.
func manyOf(r *flow.Region, p flow.Placed) *types.Var {
	as, ok := r.U.Graph.Blocks[p.Block].Nodes[p.Node].(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) < 2 || ast.Unparen(as.Rhs[0]) != ast.Expr(p.Call) {
		return nil
	}
	for _, l := range as.Lhs {
		v, ok := r.U.M.Object(l).(*types.Var)
		if !ok || !world.Declares(r, v) {
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
func gathers(r *flow.Region, p flow.Placed, got *types.Var) *types.Var {
	for _, b := range r.Order {
		for _, n := range b.Nodes {
			as, ok := n.(*ast.AssignStmt)
			if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
				continue
			}
			list, ok := r.U.M.Object(as.Lhs[0]).(*types.Var)
			c, isCall := world.CallOf(as.Rhs[0])
			if !ok || !isCall || !world.IsBuiltin(r.U.M, c) || len(c.Args) != 2 || r.U.M.Object(c.Args[0]) != list || world.Declares(r, list) {
				continue
			}
			if elementOf(r, c.Args[1], got) && mentionedOnlyIn(r, as, list) && r.Leads()[b] && repeatsAfter(r, p, b) {
				return list
			}
		}
	}
	return nil
}

// elementOf reports whether an expression is a list, or what a loop over it takes
// from it.
func elementOf(r *flow.Region, e ast.Expr, list *types.Var) bool {
	v := r.U.M.Object(e)
	if v == nil || v == list {
		return v != nil
	}
	for _, loop := range world.InnerLoops(r) {
		rs, ok := loop.(*ast.RangeStmt)
		if ok && rs.Value != nil && r.U.M.Object(rs.Value) == v && r.U.M.Object(rs.X) == list {
			return true
		}
	}
	return false
}

// mentionedOnlyIn reports whether the rounds name a variable in one statement only:
// they neither ask for it nor give back what it holds.
func mentionedOnlyIn(r *flow.Region, stmt ast.Node, v *types.Var) bool {
	only := true
	ast.Inspect(r.Node, func(n ast.Node) bool {
		if _, leaves := n.(*ast.ReturnStmt); leaves || n == stmt {
			return false
		}
		id, ok := n.(*ast.Ident)
		only = only && !(ok && r.U.M.Info.Uses[id] == v)
		return only
	})
	return only
}

// repeatsAfter reports whether a round in which a call did not do all of what it
// was to do passes a block, and makes the same call once more.
func repeatsAfter(r *flow.Region, p flow.Placed, b *cfg.Block) bool {
	for _, o := range append(world.Outcomes(r, p.Call), world.Free) {
		in := world.Run(r, world.Failing(r, p.Call, o), world.At(r, p))
		if in.Back && in.Reached[b] && !world.Turns(r, p, in) {
			return true
		}
	}
	return false
}
