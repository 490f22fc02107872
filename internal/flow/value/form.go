package value

import (
	"go/constant"
	"go/token"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// variable is what rounds hand on to the next.
type variable struct {
	n     origin.Node
	first []origin.Node
	hands []origin.Node
	left  []arm // of a captured variable: hands, and where
	next  form
	reset bool
	at    []token.Pos
}

// grower computes forms in a region.
type grower struct {
	v     *Values
	r     *origin.Cycle
	vars  map[origin.Node]*variable
	order []origin.Node
	memo  map[origin.Node]form     // outside of functions that are looked into
	inner []origin.Node            // variables of the loops that are being looked at
	asked *ssa.BasicBlock          // where the value is asked for, see facts
	into  map[*ssa.Function]bool   // the functions that were looked into
	leads map[*ssa.BasicBlock]bool // what leads to another call of the region's function
	again []ssa.CallInstruction    // those calls
	steps int
	depth int
}

// frame is a call of a function that is looked into.
type frame struct {
	caller *frame
	f      *origin.Function // of the caller
	call   ssa.CallInstruction
	fn     *ssa.Function
	memo   map[origin.Node]form
}

// form is the form of a value in a function that is looked into, or in the region
// itself.
func (g *grower) form(n origin.Node, fr *frame) form {
	n = g.v.rel.Resolve(n)
	if c, ok := n.(*origin.Cell); ok && c.Family == g.r.Func.Family {
		fr = nil // which all its functions share
	}
	memo := &g.memo
	if fr != nil {
		memo = &fr.memo
	}
	if f, ok := (*memo)[n]; ok {
		return f
	}
	if *memo == nil {
		*memo = map[origin.Node]form{}
	}
	if g.steps++; g.steps > origin.MaxSteps {
		return unmoved()
	}
	(*memo)[n] = form{} // of what it is computed from by itself, nothing
	f := g.compute(n, fr)
	(*memo)[n] = f
	return f
}

func (g *grower) compute(n origin.Node, fr *frame) form {
	if c, ok := n.(*ssa.Const); ok {
		if c.Value == nil || !numeric(c.Value) {
			return unmoved()
		}
		x, _ := constant.Float64Val(constant.ToFloat(c.Value))
		return number(x)
	}
	if fr == nil {
		switch x := g.carried(n); {
		case x == nil:
		case g.quiet(x):
			f := unmoved()
			for _, m := range x.hands {
				if c, ok := m.(*origin.Effect).In.(*ssa.Call); ok {
					f.calls = both(f.calls, []*ssa.Call{c})
				}
			}
			return f
		default:
			g.vars[n] = x
			g.order = append(g.order, n)
			return self(n)
		}
		if b := origin.Block(n); b != nil && !g.r.Has(b) {
			return g.settled(n)
		}
	} else if f, ok := g.given(n, fr); ok {
		return f
	}
	switch x := n.(type) {
	case *ssa.Phi:
		return g.meet(n, x.Block(), origin.Nodes(x.Edges), fr)
	case *origin.Merge:
		return g.meet(n, x.Block, x.Edges, fr)
	case *ssa.BinOp:
		return g.binary(x, fr)
	case *ssa.Convert:
		return g.at(x.X, x.Block(), fr)
	case *ssa.UnOp:
		if x.Op == token.SUB {
			return g.at(x.X, x.Block(), fr).scale(-1)
		}
	case *origin.Effect:
		return g.after(x, fr)
	case *origin.Pick: // of a table, say
		return g.at(x.Index, x.In.Block(), fr).each(func(p affine) affine { return affine{mul: p.vars(), some: true} })
	case *ssa.Call:
		return g.call(x, 0, fr)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return g.call(c, x.Index, fr)
		}
	case *origin.Cell:
		out := form{}
		for _, m := range g.v.rel.Operands(x) {
			out = oneOf(out, g.form(m, fr))
		}
		return out
	}
	return g.settled(n)
}

// settled is the form of what the rounds do not change.
func (g *grower) settled(n origin.Node) form {
	k := &folder{v: g.v, seen: map[origin.Node]bool{}, sure: Fixed}
	if c, ok := k.fold(n); ok && c != nil && numeric(c) {
		x, _ := constant.Float64Val(constant.ToFloat(c))
		return number(x)
	}
	b := &bounder{v: g.v, assumed: map[origin.Node]upper{}}
	f := unmoved()
	f.drawn = b.at(n, nil).drawn
	return f
}

// run finds what a round makes of a variable.
func (g *grower) run(x *variable) {
	x.next = oneOf(x.next, g.arms(g.leaving(x), nil))
	for _, m := range x.hands {
		f := g.form(m, nil)
		x.reset = x.reset || !f.moves() && len(f.calls) == 0
	}
	// A variable that is held in each round is below its maximum when it is
	// multiplied, so that it does not overflow before it is held again. What ends the
	// rounds is a maximum of what is multiplied, and none of what is counted.
	for _, h := range [...]Hold{Late, ended} {
		p := x.next.parts[h]
		to, rest := Held, affine{}
		switch {
		case h == Late && len(p.pow) > 0:
			rest = affine{pow: p.pow, powers: p.powers, some: true}
		case h == ended && !p.multiplies():
			to = Free
		}
		x.next.parts[h] = rest
		x.next.parts[to] = either(x.next.parts[to], p.sums())
	}
}

// leaving lists what a round hands on, by the edges on which it does.
func (g *grower) leaving(x *variable) []arm {
	var out []arm
	var b *ssa.BasicBlock
	var edges []origin.Node
	switch n := x.n.(type) {
	case *ssa.Phi:
		b, edges = n.Block(), origin.Nodes(n.Edges)
	case *origin.Merge:
		b, edges = n.Block, n.Edges
	case *origin.Cell:
		return x.left
	default:
		for _, m := range x.hands {
			out = append(out, arm{n: m})
		}
	}
	for i, e := range edges {
		if g.r.Loop.Blocks[b.Preds[i]] {
			out = append(out, arm{e, b.Preds[i], b})
		}
	}
	return out
}

// given is the form of what a function that is looked into has from its caller.
func (g *grower) given(n origin.Node, fr *frame) (form, bool) {
	if m, ok := g.handed(n, fr); ok {
		if _, isParam := n.(*ssa.Parameter); isParam {
			return g.at(m, fr.call.Block(), fr.caller), true
		}
		return g.form(m, fr.caller), true
	}
	return form{}, false
}

// handed is what a value of a function that is looked into is for its caller.
func (g *grower) handed(n origin.Node, fr *frame) (origin.Node, bool) {
	args := fr.call.Common().Args
	switch x := n.(type) {
	case *ssa.Parameter:
		if i := slices.Index(fr.fn.Params, x); i >= 0 && i < len(args) {
			return g.v.rel.Resolve(args[i]), true
		}
	case *origin.Initial:
		p, ok := x.Loc.Base.(*ssa.Parameter)
		if !ok || x.Zero {
			return nil, false
		}
		i := slices.Index(fr.fn.Params, p)
		if i < 0 || i >= len(args) {
			return nil, false
		}
		l, ok := fr.f.Family.Pointee(args[i])
		if !ok {
			return nil, false
		}
		if m := fr.f.Deeper(l, x.Loc.Path, fr.call.Block(), fr.f.Place(fr.call)); m != nil {
			return g.v.rel.Resolve(m), true
		}
	}
	return nil, false
}

// meet is the form of what a variable holds where ways meet. A loop in the region,
// or in a function that is looked into, changes a variable as often as its
// condition says.
func (g *grower) meet(n origin.Node, b *ssa.BasicBlock, edges []origin.Node, fr *frame) form {
	var ahead []arm
	var back []*ssa.BasicBlock
	for i, e := range edges {
		if p := b.Preds[i]; b.Dominates(p) {
			back = append(back, p)
		} else {
			ahead = append(ahead, arm{e, p, b})
		}
	}
	out := g.arms(ahead, fr)
	if len(back) == 0 {
		return out
	}
	memo := &g.memo
	if fr != nil {
		memo = &fr.memo
	}
	// What the loop's rounds make of it is computed apart, in terms of its value
	// before one, as values that it is asked from may be half done.
	kept := *memo
	g.inner = append(g.inner, n)
	*memo = map[origin.Node]form{}
	for _, m := range g.inner {
		(*memo)[m] = self(m)
	}
	again, often := form{}, form{}
	for i, e := range edges {
		if b.Dominates(b.Preds[i]) {
			again = oneOf(again, g.along(e, b.Preds[i], b, fr))
		}
	}
	for _, c := range append(origin.Condition(b), exits(back)...) {
		if cmp, ok := c.(*ssa.BinOp); ok {
			often = oneOf(oneOf(often, g.form(cmp.X, fr)), g.form(cmp.Y, fr))
		}
	}
	g.inner = g.inner[:len(g.inner)-1]
	*memo = kept
	often = often.each(func(p affine) affine { return p.without(n) })
	out = oneOf(out, again.each(func(p affine) affine { p = p.without(n); p.known = false; return p }))
	for h, p := range again.parts {
		if Hold(h) == Late {
			h = int(Held) // below the maximum when it is multiplied
		}
		for t, q := range often.parts {
			if !p.some || !q.moves() {
				continue
			}
			times := affine{mul: q.vars(), some: true}
			if p.lin[n] > 1 || p.mul[n] || p.pow[n] {
				times = affine{pow: q.vars(), powers: p.factors, some: true}
			}
			if Hold(t) == ended {
				t = int(Free)
			}
			out.parts[max(h, t)] = either(out.parts[max(h, t)], times)
		}
	}
	return out
}

// exits lists the conditions at the ends of blocks.
func exits(list []*ssa.BasicBlock) []origin.Node {
	var out []origin.Node
	for _, b := range list {
		out = append(out, origin.Condition(b)...)
	}
	return out
}

func (g *grower) binary(e *ssa.BinOp, fr *frame) form {
	x, y := g.at(e.X, e.Block(), fr), g.at(e.Y, e.Block(), fr)
	switch e.Op {
	case token.ADD:
		return sum(x, y, e)
	case token.SUB:
		return sum(x, y.scale(-1), e)
	case token.MUL:
		return product(x, y, e)
	case token.QUO:
		c := 0.5
		if k, ok := y.number(); ok && k != 0 {
			c = 1 / k
		}
		return x.scale(c)
	case token.SHL:
		if y.moves() {
			return raised(x, y, e)
		}
		c := 2.0
		if k, ok := y.number(); ok {
			c = math.Ldexp(1, int(max(0, min(k, 1000))))
		}
		return product(x, number(c), e)
	case token.SHR:
		if k, ok := y.number(); ok {
			return x.scale(math.Ldexp(1, -int(max(0, min(k, 1000)))))
		}
		return x
	}
	return unmoved() // a remainder: it goes round
}
