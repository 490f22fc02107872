package value

import (
	"fmt"
	"go/token"
	"go/types"
	"math"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// call is the range of a call's result.
func (b *bounder) call(c *ssa.Call, result int) upper {
	arg := func(i int) upper { return b.at(c.Call.Args[i], c.Block()) }
	if builtin, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch builtin.Name() {
		case "min":
			return b.least(c, c.Call.Args)
		case "max":
			out := arg(0)
			for i := range c.Call.Args[1:] {
				x := arg(i + 1)
				out = join(out, x)
				out.lo = max(out.lo, arg(0).lo, x.lo)
			}
			return out
		case "len", "cap":
			if n, ok := b.v.length(c.Call.Args[0]); ok {
				return exactly(float64(n))
			}
			return upper{hi: math.Inf(1), held: true}
		}
		return anyNumber
	}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return anyNumber
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		args := c.Call.Args
		if fn.Signature.Recv() != nil {
			args = args[1:]
		}
		switch obj.Pkg().Path() {
		case "math/rand", "math/rand/v2":
			return b.draw(obj.Name(), args, c)
		case "math":
			return b.math(obj.Name(), args, c)
		case "time":
			if obj.Name() == "Until" {
				return b.until(args[0])
			}
			return b.duration(obj.Name(), c)
		}
	}
	if own := b.v.rel.Own(&c.Call); own != nil {
		return b.inside(own, c, result)
	}
	return anyNumber
}

// least is the range of the smallest of some values.
func (b *bounder) least(c *ssa.Call, args []ssa.Value) upper {
	out := b.at(args[0], c.Block())
	for _, a := range args[1:] {
		x := b.at(a, c.Block())
		held := out.held || x.held || !math.IsInf(x.hi, 1) || !math.IsInf(out.hi, 1)
		out = upper{min(out.lo, x.lo), min(out.hi, x.hi), held, false, out.drawn || x.drawn, places(out.at, x.at...)}
	}
	out.at = places(out.at, c.Pos())
	return out
}

// draw is the range of a random number.
func (b *bounder) draw(name string, args []ssa.Value, c *ssa.Call) upper {
	out := upper{hi: math.Inf(1), held: true, drawn: true, at: []token.Pos{c.Pos()}}
	switch {
	case strings.HasPrefix(name, "Float"):
		out.hi = 1 // which is never drawn, see converted
	case len(args) == 1 && (strings.HasSuffix(name, "n") || strings.HasSuffix(name, "N")):
		limit := b.at(args[0], c.Block())
		out.hi, out.held = max(limit.hi-1, 0), limit.held || !math.IsInf(limit.hi, 1)
	case strings.HasPrefix(name, "Int"), strings.HasPrefix(name, "Uint"):
	default:
		out.lo = math.Inf(-1)
		out.held = false
	}
	return out
}

func (b *bounder) math(name string, args []ssa.Value, c *ssa.Call) upper {
	at := func(i int) upper { return b.at(args[i], c.Block()) }
	switch name {
	case "Min":
		return b.least(c, args)
	case "Max":
		out := join(at(0), at(1))
		out.lo = max(at(0).lo, at(1).lo)
		return out
	case "Pow", "Exp2":
		base, exp := exactly(2), at(len(args)-1)
		if name == "Pow" {
			base = at(0)
		}
		if base.lo < 1 {
			return upper{lo: math.Inf(-1), hi: math.Inf(1), held: base.held && exp.held}
		}
		return upper{lo: math.Pow(base.lo, exp.lo), hi: math.Pow(base.hi, exp.hi), held: base.held && exp.held, drawn: exp.drawn, at: exp.at}
	case "Floor", "Ceil", "Round", "Trunc":
		u := at(0)
		f := map[string]func(float64) float64{"Floor": math.Floor, "Ceil": math.Ceil, "Round": math.Round, "Trunc": math.Trunc}[name]
		u.lo, u.hi = f(u.lo), f(u.hi)
		return u
	}
	return anyNumber
}

// duration is the range of a method of time.Duration.
func (b *bounder) duration(name string, c *ssa.Call) upper {
	per := map[string]float64{"Nanoseconds": 1, "Microseconds": 1e3, "Milliseconds": 1e6, "Seconds": 1e9, "Minutes": 60e9, "Hours": 3600e9}[name]
	if per == 0 || len(c.Call.Args) != 1 {
		return anyNumber
	}
	u := b.at(c.Call.Args[0], c.Block())
	u.lo, u.hi = u.lo/per, u.hi/per
	return u
}

// until is the range of the time that is left until t: where t is a time that has
// been, with a duration added, it is at most the duration.
func (b *bounder) until(t ssa.Value) upper {
	c, ok := b.v.rel.Resolve(t).(*ssa.Call)
	if !ok || !isTimes(c, "Add") || !b.v.hasBeen(c.Call.Args[0], map[ssa.Value]bool{}) {
		return anyNumber
	}
	u := b.at(c.Call.Args[1], c.Block())
	u.lo = math.Inf(-1)
	return u
}

// hasBeen reports whether a time is one that a clock has shown before, or zero.
func (v *Values) hasBeen(t ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch x := v.rel.Resolve(t).(type) {
	case *ssa.Const:
		return true
	case *ssa.Call:
		return isTimes(x, "Now")
	case *ssa.Phi:
		for _, e := range x.Edges {
			if !v.hasBeen(e, seen) {
				return false
			}
		}
		return true
	}
	return false
}

// isTimes reports whether a call is that of a function or method of package time.
func isTimes(c *ssa.Call, name string) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil && fn.Object().Pkg().Path() == "time" && fn.Object().Name() == name
}

// deepestCall is how many functions of the package a bound is followed into.
const deepestCall = 8

// inside is the range of what a function of the package gives back for the ranges
// of its arguments; each is computed once.
func (b *bounder) inside(fn *ssa.Function, c *ssa.Call, result int) upper {
	if b.depth >= deepestCall {
		return anyNumber
	}
	args := map[*ssa.Parameter]upper{}
	key := fmt.Sprintf("%p/%d", fn, result)
	for i, p := range fn.Params {
		if i < len(c.Call.Args) {
			if basic, ok := origin.CoreType(p.Type()).(*types.Basic); ok && basic.Info()&types.IsNumeric != 0 {
				u := b.at(c.Call.Args[i], c.Block())
				args[p] = u
				key += fmt.Sprint("/", u)
			}
		}
	}
	remember := b.round == nil && fn.Parent() == nil
	if b.results == nil {
		b.results = map[string]upper{}
	}
	if u, ok := b.results[key]; ok && remember {
		return u
	}
	in := &bounder{v: b.v, args: args, assumed: map[origin.Node]upper{}, results: b.results, depth: b.depth + 1, steps: b.steps, nest: b.nest}
	var out upper
	any := false
	for _, blk := range fn.Blocks {
		ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return)
		if !ok || result >= len(ret.Results) || len(blk.Preds) == 1 && !in.possible(blk.Preds[0], blk) {
			continue
		}
		u := in.at(ret.Results[result], blk)
		if any {
			u = join(out, u)
		}
		out, any = u, true
	}
	cut := in.steps > origin.MaxSteps
	b.steps = in.steps
	if !any || cut {
		return anyNumber
	}
	if remember {
		b.results[key] = out
	}
	return out
}
