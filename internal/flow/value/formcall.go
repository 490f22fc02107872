package value

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// after is what a location holds after a call, or a store to a part of it.
func (g *grower) after(x *origin.Effect, fr *frame) form {
	out := g.form(x.Before, fr)
	if x.Val != nil {
		return oneOf(out, g.at(x.Val, x.In.Block(), fr))
	}
	c := x.In.(ssa.CallInstruction)
	if own := g.v.rel.Own(c.Common()); own != nil && g.depth < deepestCall {
		if left := g.returns(g.v.leftBy(x, own), &frame{caller: fr, f: x.Func, call: c, fn: own}); left.some() {
			return left
		}
	}
	wrote := false
	for _, lit := range x.Func.Lits(c) {
		if !slices.ContainsFunc(x.Func.Family.Outward(lit), func(w origin.Write) bool { return w.Loc.Covers(x.Loc) || x.Loc.Covers(w.Loc) }) {
			continue
		}
		wrote = true
		var in *frame
		if g.v.rel.Own(c.Common()) == lit {
			in = &frame{caller: fr, f: x.Func, call: c, fn: lit}
		}
		out = oneOf(out, g.arms(atEnd(g.v.rel.Funcs[lit], x.Loc), in))
	}
	if call, ok := c.(*ssa.Call); ok && !wrote {
		out.calls = both(out.calls, []*ssa.Call{call})
	}
	return out
}

// leftBy lists what a function of the package leaves in a location that a call hands
// it.
func (v *Values) leftBy(x *origin.Effect, own *ssa.Function) []arm {
	for i, a := range x.In.(ssa.CallInstruction).Common().Args {
		l, ok := x.Func.Family.Pointee(a)
		if !ok || !origin.Refers(a.Type()) || i >= len(own.Params) || !l.Covers(x.Loc) {
			continue
		}
		return atEnd(v.rel.Funcs[own], origin.Location{Base: own.Params[i], Path: x.Loc.Path[len(origin.TrimStar(l.Path, ".")):]})
	}
	return nil
}

func (g *grower) call(c *ssa.Call, result int, fr *frame) form {
	args := func(list []ssa.Value) form {
		out := form{}
		for _, a := range list {
			out = oneOf(out, g.at(a, c.Block(), fr))
		}
		return out
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "min":
			return g.least(c, fr)
		case "max":
			return args(c.Call.Args)
		}
		return unmoved()
	}
	fn := c.Call.StaticCallee()
	if fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil {
		switch name := fn.Object().Name(); fn.Object().Pkg().Path() {
		case "math/rand", "math/rand/v2":
			out := args(c.Call.Args)
			if !out.some() {
				out = unmoved()
			}
			out.drawn = true
			return out.each(func(p affine) affine { p.known = false; return p })
		case "math":
			switch name {
			case "Min":
				return g.least(c, fr)
			case "Pow", "Exp2", "Exp":
				base := unmoved()
				if len(c.Call.Args) == 2 {
					base = g.at(c.Call.Args[0], c.Block(), fr).each(func(p affine) affine {
						return affine{mul: p.vars(), pow: p.pow, powers: p.powers, some: true}
					})
				}
				return raised(base, g.at(c.Call.Args[len(c.Call.Args)-1], c.Block(), fr), c)
			}
			return args(c.Call.Args)
		case "time":
			return args(c.Call.Args)
		}
	}
	own := g.v.rel.Own(&c.Call)
	if own == nil || g.depth >= deepestCall {
		if fn != nil && own == nil && holdsDown(fn.Name()) {
			return g.least(c, fr)
		}
		out := unmoved()
		out.calls = []*ssa.Call{c}
		return out
	}
	var list []arm
	for _, b := range own.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && result < len(r.Results) {
			list = append(list, arm{n: r.Results[result], from: b})
		}
	}
	out := g.returns(list, &frame{caller: fr, f: g.v.rel.Funcs[c.Parent()], call: c, fn: own})
	if !out.some() {
		return unmoved()
	}
	return out
}

// returns is the form of one of several values that a function gives back, or
// leaves behind.
func (g *grower) returns(list []arm, in *frame) form {
	if g.into == nil {
		g.into = map[*ssa.Function]bool{}
	}
	g.into[in.fn] = true
	g.depth++
	defer func() { g.depth-- }()
	return g.arms(list, in)
}

// least is the form of the smallest of some values: each holds those that it is not
// computed from.
func (g *grower) least(c *ssa.Call, fr *frame) form {
	out := form{}
	for _, a := range c.Call.Args {
		f := g.at(a, c.Block(), fr)
		if slices.ContainsFunc(c.Call.Args, func(b ssa.Value) bool { return b != a && g.independent(g.v.rel.Resolve(a), b, fr) }) {
			f = f.hold(facts{upper: true}, isInt(g.v.rel.Resolve(a)))
		}
		out = oneOf(out, f)
	}
	return out
}

// holdsDown reports whether a function of another package gives the smaller of what
// it is given, by its name.
func holdsDown(name string) bool {
	switch name {
	case "Min", "MinDuration", "Clamp":
		return true
	}
	return false
}
