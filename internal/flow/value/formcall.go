package value

import "golang.org/x/tools/go/ssa"

// after is what a location holds after a call, or a store to a part of it.
func (g *grower) after(x *effect, fr *frame) form {
	out := g.form(x.before, fr)
	if x.val != nil {
		return g.join(out, g.form(x.val, fr), false)
	}
	c := x.in.(ssa.CallInstruction)
	if own := g.v.own(c.Common()); own != nil && g.depth < deepestCall {
		in := &frame{caller: fr, f: x.f, call: c, fn: own}
		for i, a := range c.Common().Args {
			l, ok := x.f.fam.pointee(a)
			if !ok || !refers(a.Type()) || i >= len(own.Params) || !l.covers(x.loc) {
				continue
			}
			path := x.loc.path[len(trimStar(l.path, ".")):]
			f := g.v.funcs[own]
			g.depth++
			left := form{}
			for _, b := range own.Blocks {
				if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
					left = g.join(left, g.form(f.read(loc{own.Params[i], path}, b, len(b.Instrs)), in), false)
				}
			}
			g.depth--
			if left.some {
				return left
			}
		}
	}
	wrote := x.f.ranWrites(c, x.loc)
	for _, w := range wrote {
		for _, m := range g.v.values(w) {
			out = g.join(out, g.form(m, fr), false)
		}
	}
	if call, ok := c.(*ssa.Call); ok && len(wrote) == 0 {
		out.calls = both(out.calls, []*ssa.Call{call})
	}
	return out
}

func (g *grower) call(c *ssa.Call, result int, fr *frame) form {
	args := func(list []ssa.Value) form {
		out := form{}
		for _, a := range list {
			out = g.join(out, g.form(a, fr), false)
		}
		return out
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "min", "max":
			return args(c.Call.Args)
		}
		return unmoved()
	}
	if fn := c.Call.StaticCallee(); fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil {
		switch name := fn.Object().Name(); fn.Object().Pkg().Path() {
		case "math/rand", "math/rand/v2":
			out := args(c.Call.Args)
			out.drawn, out.some, out.known = true, true, false
			return out
		case "math":
			if name == "Pow" || name == "Exp2" || name == "Exp" {
				exp := g.form(c.Call.Args[len(c.Call.Args)-1], fr)
				out := unmoved()
				if len(c.Call.Args) == 2 {
					base := g.form(c.Call.Args[0], fr)
					out = form{mul: base.all(), pow: base.pow, drawn: base.drawn, calls: base.calls, some: true}
				}
				out.pow = union(out.pow, exp.all())
				out.calls = both(out.calls, exp.calls)
				return out
			}
			return args(c.Call.Args)
		case "time":
			return args(c.Call.Args)
		}
	}
	own := g.v.own(&c.Call)
	if own == nil || g.depth >= deepestCall {
		out := unmoved()
		out.calls = []*ssa.Call{c}
		return out
	}
	g.depth++
	in := &frame{caller: fr, f: g.v.funcs[c.Parent()], call: c, fn: own}
	out := form{}
	for _, n := range returned(own, result) {
		out = g.join(out, g.form(n, in), false)
	}
	g.depth--
	if !out.some {
		return unmoved()
	}
	return out
}
