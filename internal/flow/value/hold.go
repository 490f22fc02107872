package value

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
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
func (g *grower) at(n node, b *ssa.BasicBlock, fr *frame) form {
	n = g.v.resolve(n)
	f := g.form(n, fr)
	if b == nil || !f.moves() {
		return f
	}
	return f.hold(g.facts(n, b, fr), isInt(n))
}

// along is the form of a value on an edge.
func (g *grower) along(n node, from, to *ssa.BasicBlock, fr *frame) form {
	n = g.v.resolve(n)
	f := g.form(n, fr)
	if !f.moves() {
		return f
	}
	x := g.facts(n, from, fr)
	if branch, ok := ends(from); ok {
		for _, c := range g.v.funcs[from.Parent()].limits()[n] {
			if branch.Cond == c.cmp {
				x = g.learn(x, n, c, branch, from.Succs[0] == to, fr)
			}
		}
	}
	return f.hold(x, isInt(n))
}

// facts collects what the comparisons say of a value in a block.
func (g *grower) facts(n node, b *ssa.BasicBlock, fr *frame) facts {
	var x facts
	for _, c := range g.v.funcs[b.Parent()].limits()[n] {
		for _, ref := range *c.cmp.Referrers() {
			branch, ok := ref.(*ssa.If)
			if !ok {
				continue
			}
			if _, differ := ends(branch.Block()); !differ {
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
func (g *grower) onlyBy(b, but *ssa.BasicBlock, n node, fr *frame) bool {
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
		if branch, ok := ends(from); ok {
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
func (g *grower) still(n node, fr *frame, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	n = g.v.resolve(n)
	if fr != nil {
		if m, ok := g.handed(n, fr); ok {
			return g.still(m, fr.caller, budget)
		}
	} else {
		if b := block(n); b != nil && !g.r.has(b) {
			return true
		}
		if x := g.carried(n); x != nil {
			return g.quiet(x)
		}
	}
	switch x := n.(type) {
	case *ssa.Const, *ssa.Parameter, *initial, *ssa.Global:
		return true
	case *ssa.BinOp:
		return g.still(x.X, fr, budget) && g.still(x.Y, fr, budget)
	case *ssa.Convert:
		return g.still(x.X, fr, budget)
	case *ssa.UnOp:
		return x.Op != token.ARROW && g.still(x.X, fr, budget)
	case *effect:
		return g.anything(x) && g.still(x.before, fr, budget)
	}
	return false
}

// quiet reports whether no round changes a variable but by calls that may do anything.
func (g *grower) quiet(x *variable) bool {
	return len(x.hands) > 0 && !slices.ContainsFunc(x.hands, func(m node) bool { return !g.anything(m) })
}

// anything reports whether a value is what a call leaves that may do anything.
func (g *grower) anything(n node) bool {
	e, ok := n.(*effect)
	if !ok || e.val != nil {
		return false
	}
	c, ok := e.in.(ssa.CallInstruction)
	return ok && g.v.own(c.Common()) == nil
}

// learn adds what a comparison says of a value after it.
func (g *grower) learn(x facts, n node, c limit, branch *ssa.If, holds bool, fr *frame) facts {
	op := c.cmp.Op
	most := c.cmp.Y
	if c.right {
		op, most = flip(op), c.cmp.X
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
		x.ended = x.ended || !c.sum
	} else {
		x.upper = true
	}
	return x
}

// independent reports whether a limit is not computed from what it limits.
func (g *grower) independent(n node, most ssa.Value, fr *frame) bool {
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
	if from.Parent() != g.r.f.fn {
		return false
	}
	if l := g.r.loop; l != nil {
		if !l.blocks[from] {
			return false
		}
		if !l.blocks[other] {
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

// limits lists the comparisons of a function by what they compare, be it by way of
// arithmetic that grows with it.
func (f *function) limits() map[node][]limit {
	if f.limited != nil {
		return f.limited
	}
	f.limited = map[node][]limit{}
	for c := range f.compares() {
		left, right := map[node]bool{}, map[node]bool{}
		f.monotone(c.X, false, left)
		f.monotone(c.Y, false, right)
		for n, sum := range left {
			if _, both := right[n]; !both {
				f.limited[n] = append(f.limited[n], limit{c, false, sum})
			}
		}
		for n, sum := range right {
			if _, both := left[n]; !both {
				f.limited[n] = append(f.limited[n], limit{c, true, sum})
			}
		}
	}
	return f.limited
}

// monotone collects the values that a value grows with, itself included, and whether
// it is a sum of theirs.
func (f *function) monotone(x ssa.Value, sum bool, out map[node]bool) {
	n := f.fam.v.resolve(x)
	_, known := out[n]
	if _, isConst := n.(*ssa.Const); isConst || known || len(out) > nearby {
		return
	}
	out[n] = sum
	switch x := n.(type) {
	case *ssa.Convert:
		f.monotone(x.X, sum, out)
	case *ssa.BinOp:
		switch x.Op {
		case token.ADD:
			f.monotone(x.X, true, out)
			f.monotone(x.Y, true, out)
		case token.MUL, token.SHL:
			f.monotone(x.X, sum, out)
			f.monotone(x.Y, sum, out)
		case token.SUB, token.QUO, token.SHR:
			f.monotone(x.X, sum, out)
		}
	case *ssa.Call:
		if fn := x.Call.StaticCallee(); fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil {
			switch fn.Object().Pkg().Path() {
			case "math", "math/bits", "time":
				for _, a := range x.Call.Args {
					f.monotone(a, sum, out)
				}
			}
		}
	}
}

// isInt reports whether a value is an integer.
func isInt(n node) bool {
	t := typeOf(n)
	return t != nil && isInteger(t)
}

// typeOf is the type of a value; nil if it is not known.
func typeOf(n node) types.Type {
	var l loc
	switch x := n.(type) {
	case *pick:
		return typeOf(x.in)
	case ssa.Value:
		return x.Type()
	case *merge:
		l = x.loc
	case *effect:
		l = x.loc
	case *initial:
		l = x.loc
	case *cell:
		l = x.loc
	default:
		return nil
	}
	t := l.base.Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return zero(t, l.path).Type()
}
