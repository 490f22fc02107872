package value

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// carried is what a value is if the rounds hand it on: a variable that a loop
// changes, be it captured; of a function that calls itself, a parameter; of one that
// is called again and again, a number that it is given, which then counts them, and
// a field or a variable of the package that it leaves changed.
func (g *grower) carried(n origin.Node) *variable {
	x := &variable{n: n}
	switch n := n.(type) {
	case *origin.Cell:
		g.captured(n, x)
	case *ssa.Parameter:
		if g.r.Loop == nil && n.Parent() == g.r.Func.SSA {
			g.parameter(n, x)
		}
		if x.next.some() {
			return x
		}
	case *origin.Initial:
		if g.r.Loop == nil && n.Func == g.r.Func && !n.Zero && isNumber(typeOf(n)) {
			x.hands = g.left(n)
		}
	default:
		x.first, x.hands, _ = g.r.Carried(n)
		for _, h := range x.hands {
			if in, ok := h.(ssa.Instruction); ok && in.Pos().IsValid() {
				x.at = append(x.at, in.Pos())
			}
		}
	}
	if len(x.hands) == 0 {
		return nil
	}
	return x
}

// captured is what the functions that share a variable do with it: each writes what
// it holds where it ends.
func (g *grower) captured(c *origin.Cell, x *variable) {
	done := map[*origin.Function]bool{}
	for _, w := range c.Writes {
		switch {
		case !g.r.Has(w.In.Block()):
			x.first = append(x.first, g.v.rel.Values(w)...)
			continue
		case w.Func == g.r.Func:
			for _, m := range g.v.rel.Values(w) {
				x.left = append(x.left, arm{n: m, from: w.In.Block()})
			}
		case !done[w.Func]:
			done[w.Func] = true
			x.left = append(x.left, atEnd(w.Func, c.Loc)...)
		}
		x.at = append(x.at, w.In.Pos())
	}
	for _, a := range x.left {
		x.hands = append(x.hands, g.v.rel.Resolve(a.n))
	}
}

// atEnd lists what a location holds where a function returns.
func atEnd(f *origin.Function, l origin.Location) []arm {
	var out []arm
	for _, b := range f.SSA.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			out = append(out, arm{n: f.Read(l, b, len(b.Instrs)), from: b})
		}
	}
	return out
}

// parameter is what the next call of the region's function is given. Numbers without
// a unit are taken to count calls that are not in sight.
func (g *grower) parameter(p *ssa.Parameter, x *variable) {
	again := g.recursion()
	i := slices.Index(g.r.Func.SSA.Params, p)
	for _, c := range again {
		if args := c.Common().Args; i < len(args) {
			if m := g.v.rel.Resolve(args[i]); m != origin.Node(p) {
				x.hands = append(x.hands, m)
				x.at = append(x.at, c.Pos())
			}
		}
	}
	if _, plain := types.Unalias(p.Type()).(*types.Basic); plain && len(again) == 0 && isNumber(p.Type()) {
		x.next = sum(self(p), number(1), nil)
		x.at = append(x.at, p.Pos())
	}
}

// recursion lists the calls by which the region's function calls itself.
func (g *grower) recursion() []ssa.CallInstruction {
	if g.leads != nil {
		return g.again
	}
	g.leads = map[*ssa.BasicBlock]bool{}
	fn := g.r.Func.SSA
	var stack []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok && (c.Common().StaticCallee() == fn || slices.Contains(g.r.Func.Family.LiteralsIn(c.Common().Value), fn)) {
				g.again = append(g.again, c)
				stack = append(stack, b)
			}
		}
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !g.leads[b] {
			g.leads[b] = true
			stack = append(stack, b.Preds...)
		}
	}
	return g.again
}

// left lists what a location holds where the region's function ends, if that is
// not what it began with.
func (g *grower) left(n *origin.Initial) []origin.Node {
	var out []origin.Node
	for _, a := range atEnd(g.r.Func, n.Loc) {
		if m := g.v.rel.Resolve(a.n); m != origin.Node(n) && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

func isNumber(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}
