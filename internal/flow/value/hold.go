package value

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// facts is what the comparisons on all ways to a place say of a value.
type facts struct {
	upper bool // it has a maximum there
	ended bool // so it has, as the region ends, or waits no more, beyond it
	lower bool // its least value has been looked at, or whether it has overflowed
}

// hold is a form under facts. An integer may have overflowed before it is compared
// with its maximum, unless somebody has looked.
func (f form) hold(x facts, integer bool) form {
	if x.lower {
		f = f.move(Late, Held)
	}
	switch {
	case x.upper:
		to := Held
		if integer && !x.lower {
			to = Late
		}
		f = f.move(ended, Held).move(Free, to)
	case x.ended:
		f = f.move(Free, ended)
	}
	return f
}

func (f form) move(from, to Hold) form {
	if from != to && f.parts[from].some {
		f.parts[to], f.parts[from] = either(f.parts[to], f.parts[from]), affine{}
	}
	return f
}

// at is the form of a value in a block: less what the comparisons on all ways to it
// exclude.
func (g *grower) at(n origin.Node, b *ssa.BasicBlock, fr *frame) form {
	n = g.v.rel.Resolve(n)
	f := g.form(n, fr)
	if b == nil || !f.moves() {
		return f
	}
	return f.hold(g.facts(n, b, fr), isInt(n))
}

// along is the form of a value on an edge.
func (g *grower) along(n origin.Node, from, to *ssa.BasicBlock, fr *frame) form {
	n = g.v.rel.Resolve(n)
	f := g.form(n, fr)
	if !f.moves() {
		return f
	}
	x := g.facts(n, from, fr)
	if branch, ok := origin.Ends(from); ok {
		for _, c := range g.v.rel.Funcs[from.Parent()].Limits()[n] {
			if branch.Cond == c.Cmp {
				x = g.learn(x, n, c, branch, from.Succs[0] == to, fr)
			}
		}
	}
	return f.hold(x, isInt(n))
}

// facts collects what the comparisons say of a value in a block.
func (g *grower) facts(n origin.Node, b *ssa.BasicBlock, fr *frame) facts {
	var x facts
	for _, c := range g.v.rel.Funcs[b.Parent()].Limits()[n] {
		for _, ref := range *c.Cmp.Referrers() {
			branch, ok := ref.(*ssa.If)
			if !ok {
				continue
			}
			if _, differ := origin.Ends(branch.Block()); !differ {
				continue
			}
			for i, s := range branch.Block().Succs {
				if s.Dominates(b) && (len(s.Preds) == 1 || g.onlyBy(s, branch.Block(), n, fr)) {
					x = g.learn(x, n, c, branch, i == 0, fr)
				}
			}
		}
	}
	return x
}

// onlyBy reports whether all other ways to a block tell the same of a value, or are
// gone where something is so for all rounds: a maximum that may be turned off, as in
// if most == 0 || d < most, is one.
func (g *grower) onlyBy(b, but *ssa.BasicBlock, n origin.Node, fr *frame) bool {
	for _, p := range b.Preds {
		if b.Dominates(p) {
			return false
		}
		if p != but && !g.settledBy(p, b, fr) {
			return false
		}
	}
	return true
}

// settledBy reports whether an edge is taken because of a condition that is the same
// in all rounds.
func (g *grower) settledBy(from, to *ssa.BasicBlock, fr *frame) bool {
	for i := 0; from != nil && i < nearby; i++ {
		if branch, ok := origin.Ends(from); ok {
			budget := nearby
			return g.still(branch.Cond, fr, &budget)
		}
		if len(from.Preds) != 1 {
			return false
		}
		from, to = from.Preds[0], from
	}
	return false
}

// still reports whether a value is the same in all rounds, as far as it is computed
// from few others: made before, or a field that the rounds write by no more than
// calls that may do anything.
func (g *grower) still(n origin.Node, fr *frame, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	n = g.v.rel.Resolve(n)
	if fr != nil {
		if m, ok := g.handed(n, fr); ok {
			return g.still(m, fr.caller, budget)
		}
	} else {
		if b := origin.Block(n); b != nil && !g.r.Has(b) {
			return true
		}
		if x := g.carried(n); x != nil {
			return g.quiet(x)
		}
	}
	switch x := n.(type) {
	case *ssa.Const, *ssa.Parameter, *origin.Initial, *ssa.Global:
		return true
	case *ssa.BinOp:
		return g.still(x.X, fr, budget) && g.still(x.Y, fr, budget)
	case *ssa.Convert:
		return g.still(x.X, fr, budget)
	case *ssa.UnOp:
		return x.Op != token.ARROW && g.still(x.X, fr, budget)
	case *origin.Effect:
		return g.anything(x) && g.still(x.Before, fr, budget)
	}
	return false
}

// quiet reports whether no round changes a variable but by calls that may do anything.
func (g *grower) quiet(x *variable) bool {
	return len(x.hands) > 0 && !slices.ContainsFunc(x.hands, func(m origin.Node) bool { return !g.anything(m) })
}

// anything reports whether a value is what a call leaves that may do anything.
func (g *grower) anything(n origin.Node) bool {
	e, ok := n.(*origin.Effect)
	if !ok || e.Val != nil {
		return false
	}
	c, ok := e.In.(ssa.CallInstruction)
	return ok && g.v.rel.Own(c.Common()) == nil
}

// learn adds what a comparison says of a value after it.
func (g *grower) learn(x facts, n origin.Node, c origin.Limit, branch *ssa.If, holds bool, fr *frame) facts {
	op := c.Cmp.Op
	most := c.Cmp.Y
	if c.Right {
		op, most = flip(op), c.Cmp.X
	}
	if !holds {
		op = negate(op)
	}
	if op == token.EQL || op == token.NEQ || op == token.GTR || op == token.GEQ {
		x.lower = true
	}
	if op != token.EQL && op != token.LSS && op != token.LEQ || !g.independent(n, most, fr) {
		return x
	}
	other := branch.Block().Succs[0]
	if holds {
		other = branch.Block().Succs[1]
	}
	if g.leaves(branch.Block(), other) {
		// What has waited for too long in all ends late.
		x.ended = x.ended || !c.Sum
	} else {
		x.upper = true
	}
	return x
}

// independent reports whether a limit is not computed from what it limits.
func (g *grower) independent(n origin.Node, most ssa.Value, fr *frame) bool {
	if _, ok := most.(*ssa.Const); ok {
		return true
	}
	of := g.form(n, fr).all().vars()
	for m := range g.form(most, fr).all().vars() {
		if of[m] {
			return false
		}
	}
	return true
}

// leaves reports whether a branch of the region's own function, the other way of
// which goes to where the value is asked for, ends the rounds, or goes round where
// nobody waits.
func (g *grower) leaves(from, other *ssa.BasicBlock) bool {
	if from.Parent() != g.r.Func.SSA {
		return false
	}
	if l := g.r.Loop; l != nil {
		if !l.Blocks[from] {
			return false
		}
		if !l.Blocks[other] {
			return true
		}
	} else if len(g.again) > 0 && !g.leads[other] {
		return true
	}
	if g.asked == nil || g.asked.Parent() != from.Parent() {
		return false
	}
	for _, s := range from.Succs {
		if s != other && len(s.Preds) == 1 && s.Dominates(g.asked) {
			return true
		}
	}
	return false
}

// arms is the form of one of several values, by the ways that they come. One that
// nothing holds, and that comes where something is so for all rounds, is held if the
// others are: the maximum is turned off.
func (g *grower) arms(list []arm, fr *frame) form {
	forms := make([]form, len(list))
	held, free := false, false
	for i, a := range list {
		if a.to == nil {
			forms[i] = g.at(a.n, a.from, fr)
		} else {
			forms[i] = g.along(a.n, a.from, a.to, fr)
		}
		isFree := forms[i].parts[Free].moves()
		free = free || isFree
		held = held || !isFree && forms[i].moves()
	}
	out := form{}
	for i, f := range forms {
		if held && free && f.parts[Free].moves() && g.settledBy(list[i].from, list[i].to, fr) {
			f = f.hold(facts{upper: true}, isInt(list[i].n))
		}
		out = oneOf(out, f)
	}
	return out
}

// isInt reports whether a value is an integer.
func isInt(n origin.Node) bool {
	t := typeOf(n)
	return t != nil && isInteger(t)
}

// typeOf is the type of a value; nil if it is not known.
func typeOf(n origin.Node) types.Type {
	var l origin.Location
	switch x := n.(type) {
	case *origin.Pick:
		return typeOf(x.In)
	case ssa.Value:
		return x.Type()
	case *origin.Merge:
		l = x.Loc
	case *origin.Effect:
		l = x.Loc
	case *origin.Initial:
		l = x.Loc
	case *origin.Cell:
		l = x.Loc
	default:
		return nil
	}
	t := l.Base.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return origin.Zero(t, l.Path).Type()
}
