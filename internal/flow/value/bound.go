package value

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// Range is what is known of the size of a number.
type Range struct {
	// Lo and Hi are the smallest and largest value, infinite where they are not
	// known as numbers.
	Lo, Hi float64
	// Limited is set where something holds the value down, be it known as a number
	// or not: a maximum that is a parameter or a field is one.
	Limited bool
	// Optional is set where the maximum may be turned off: it is applied unless a test
	// of it says otherwise, as in most == 0 || d < most.
	Optional bool
	// Drawn is set where a random number is part of the value.
	Drawn bool
	// At lists where maxima are enforced: the calls of min, the comparisons, the
	// draws and the divisions.
	At []token.Pos
}

// upper is a Range while it is computed. Where hi is infinite, held says whether
// the value is limited by another that is not known as a number.
type upper struct {
	lo, hi float64
	held   bool
	off    bool // unless it is turned off
	drawn  bool
	at     []token.Pos
}

var anyNumber = upper{lo: math.Inf(-1), hi: math.Inf(1)}

func exactly(x float64) upper { return upper{lo: x, hi: x, held: true} }

// fixed is a number that is not known, but does not grow.
var fixed = upper{lo: math.Inf(-1), hi: math.Inf(1), held: true}

// Bound is the range of a number where an expression stands. A maximum is what min,
// a draw or a remainder gives, or a comparison that controls the place, or the
// assignment of the limit where the value exceeds it; any other comparison is none.
// Functions of the package are looked into.
func (v *Values) Bound(e ast.Expr) Range {
	defer v.rel.End()
	unknown := Range{Lo: math.Inf(-1), Hi: math.Inf(1)}
	if !v.rel.Begin() {
		return unknown
	}
	n, f := v.rel.One(e)
	if n == nil {
		return unknown
	}
	b := &bounder{v: v, assumed: map[origin.Node]upper{}}
	var at *ssa.BasicBlock
	if r := f.Ref(ast.Unparen(e)); r != nil {
		at = r.Block()
	}
	return b.at(n, at).export()
}

func (u upper) export() Range {
	limited := u.held || !math.IsInf(u.hi, 1)
	return Range{u.lo, u.hi, limited, limited && u.off, u.drawn, slices.Sorted(slices.Values(u.at))}
}

// bounder computes ranges. args are the ranges of the parameters of the function
// that is looked into.
type bounder struct {
	v       *Values
	args    map[*ssa.Parameter]upper
	assumed map[origin.Node]upper // of phis that are being computed
	known   *layer                // computed under the present assumptions, and under fewer
	results map[string]upper
	steps   int
	nest    int
	depth   int
	// round holds what variables are worth in a round, see AtRound.
	round map[origin.Node]upper
}

// layer holds ranges that were computed under an assumption; those above do not
// depend on it.
type layer struct {
	ranges map[origin.Node]upper
	up     *layer
}

// at is the range of a value in a block: what it is computed from allows, less what
// the comparisons on all ways to the block exclude.
func (b *bounder) at(n origin.Node, blk *ssa.BasicBlock) upper {
	n = b.v.rel.Resolve(n)
	out := b.of(n)
	if blk == nil {
		return out
	}
	f := b.v.rel.Funcs[blk.Parent()]
	for _, c := range f.Comparisons()[n] {
		if b.steps++; b.steps > origin.MaxSteps {
			break
		}
		for _, ref := range *c.Referrers() {
			branch, ok := ref.(*ssa.If)
			if !ok {
				continue
			}
			for i, s := range branch.Block().Succs {
				switch {
				case s == branch.Block().Succs[1-i] || !s.Dominates(blk):
				case len(s.Preds) == 1:
					out = b.refine(out, n, c, i == 0)
				case !slices.ContainsFunc(s.Preds, func(p *ssa.BasicBlock) bool { return p != branch.Block() && !b.turnedOff(n, p) }):
					out = out.unless(b.refine(out, n, c, i == 0))
				}
			}
		}
	}
	return out
}

// along is the range of a value on an edge.
func (b *bounder) along(n origin.Node, from, to *ssa.BasicBlock) upper {
	out := b.at(n, from)
	branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return out
	}
	n = b.v.rel.Resolve(n)
	if c, ok := branch.Cond.(*ssa.BinOp); ok {
		if slices.Contains(b.v.rel.Funcs[from.Parent()].Comparisons()[n], c) {
			return b.refine(out, n, c, from.Succs[0] == to)
		}
	}
	if !out.held && math.IsInf(out.hi, 1) && b.turnedOff(n, from) {
		out.held, out.off = true, true
	}
	return out
}

// unless is a range that a maximum limits if it is not turned off.
func (u upper) unless(limited upper) upper {
	if !u.held && math.IsInf(u.hi, 1) && (limited.held || !math.IsInf(limited.hi, 1)) {
		u.held, u.off, u.at = true, true, limited.at
	}
	return u
}

// turnedOff reports whether a block ends with a test of a maximum of a value, which
// is compared with a constant there.
func (b *bounder) turnedOff(n origin.Node, from *ssa.BasicBlock) bool {
	branch, ok := origin.Ends(from)
	if !ok {
		return false
	}
	c, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	most := c.X
	if _, ok := c.Y.(*ssa.Const); !ok {
		return false
	}
	return slices.ContainsFunc(b.v.rel.Funcs[from.Parent()].Comparisons()[b.v.rel.Resolve(most)], func(d *ssa.BinOp) bool {
		return d != c && (b.v.rel.Resolve(d.X) == n || b.v.rel.Resolve(d.Y) == n)
	})
}

// refine is a range of a value after a comparison with another.
func (b *bounder) refine(u upper, n origin.Node, c *ssa.BinOp, holds bool) upper {
	op, limit := c.Op, origin.Node(c.Y)
	if b.v.rel.Resolve(c.X) != n {
		op, limit = flip(op), c.X
	}
	if !holds {
		op = negate(op)
	}
	lim := b.of(b.v.rel.Resolve(limit))
	step := 0.0
	if isInteger(c.X.Type()) {
		step = 1
	}
	switch op {
	case token.LSS, token.LEQ, token.EQL:
		hi := lim.hi
		if op == token.LSS {
			hi -= step
		}
		// A limit that is not known as a number is one if it does not grow.
		if hi < u.hi || math.IsInf(hi, 1) && !u.held {
			u.hi, u.held = min(u.hi, hi), true
			u.at = places(u.at, c.Pos())
		}
	}
	switch op {
	case token.GTR, token.GEQ, token.EQL:
		lo := lim.lo
		if op == token.GTR {
			lo += step
		}
		u.lo = max(u.lo, lo)
	case token.NEQ:
		if lim.lo == lim.hi && lim.lo == u.lo {
			u.lo += step
		}
	}
	return u
}

func flip(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

func negate(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GEQ
	case token.LEQ:
		return token.GTR
	case token.GTR:
		return token.LEQ
	case token.GEQ:
		return token.LSS
	case token.EQL:
		return token.NEQ
	case token.NEQ:
		return token.EQL
	}
	return op
}

// of is the range of a value wherever it is used.
func (b *bounder) of(n origin.Node) upper {
	if u, ok := b.round[n]; ok {
		return u
	}
	for l := b.known; l != nil; l = l.up {
		if u, ok := l.ranges[n]; ok {
			return u
		}
	}
	if b.steps++; b.steps > origin.MaxSteps {
		return anyNumber
	}
	if b.nest++; b.nest > mostNested {
		b.nest--
		return anyNumber
	}
	u := b.compute(n)
	b.nest--
	if b.known == nil {
		b.known = &layer{ranges: map[origin.Node]upper{}}
	}
	b.known.ranges[n] = u
	return u
}

func (b *bounder) compute(n origin.Node) upper {
	switch x := n.(type) {
	case *ssa.Const:
		if x.Value == nil || !numeric(x.Value) {
			return fixed
		}
		f, _ := constant.Float64Val(constant.ToFloat(x.Value))
		return exactly(f)
	case *ssa.Parameter:
		if u, ok := b.args[x]; ok {
			return u
		}
		return b.lowest(fixed, x.Type())
	case *origin.Initial:
		k := &folder{v: b.v, seen: map[origin.Node]bool{}, sure: Fixed}
		if c, ok := k.fold(x); ok && c != nil && numeric(c) {
			f, _ := constant.Float64Val(constant.ToFloat(c))
			return exactly(f)
		}
		return fixed
	case *ssa.Convert:
		return b.converted(x)
	case *ssa.BinOp:
		return b.lowest(b.binary(x), x.Type())
	case *ssa.UnOp:
		if x.Op == token.SUB {
			u := b.at(x.X, x.Block())
			return upper{lo: -u.hi, hi: -u.lo, held: !math.IsInf(u.lo, -1), drawn: u.drawn, at: u.at}
		}
	case *ssa.Phi:
		return b.phi(n, x.Block(), origin.Nodes(x.Edges))
	case *origin.Merge:
		return b.phi(n, x.Block, x.Edges)
	case *origin.Pick:
		return b.of(b.v.rel.Resolve(x.Value))
	case *origin.Effect:
		if x.Val != nil {
			return join(b.at(x.Val, x.In.Block()), b.at(x.Before, x.In.Block()))
		}
		if writes, ok := origin.LiteralWrites(x); ok {
			u := b.at(x.Before, x.In.Block())
			for _, w := range writes {
				u = join(u, b.at(w.Val, w.In.Block()))
			}
			return u
		}
	case *ssa.Call:
		return b.lowest(b.call(x, 0), x.Type())
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return b.call(c, x.Index)
		}
	}
	return anyNumber
}

// lowest says that what has no sign is not below zero.
func (b *bounder) lowest(u upper, t types.Type) upper {
	if basic, ok := t.Underlying().(*types.Basic); ok && basic.Info()&types.IsUnsigned != 0 {
		u.lo = max(u.lo, 0)
	}
	return u
}

// mostPlaces is how many places a range names; nobody reads more.
const mostPlaces = 16

// places adds places to a list that is shared.
func places(list []token.Pos, more ...token.Pos) []token.Pos {
	list = slices.Clip(list)
	for _, pos := range more {
		if len(list) < mostPlaces && !slices.Contains(list, pos) {
			list = append(list, pos)
		}
	}
	return list
}

func join(a, b upper) upper {
	return upper{
		lo: min(a.lo, b.lo), hi: max(a.hi, b.hi),
		held: (a.held || !math.IsInf(a.hi, 1)) && (b.held || !math.IsInf(b.hi, 1)),
		off:  a.off || b.off, drawn: a.drawn || b.drawn, at: places(a.at, b.at...),
	}
}

func (b *bounder) converted(x *ssa.Convert) upper {
	u := b.at(x.X, x.Block())
	if !isInteger(x.X.Type()) && isInteger(x.Type()) {
		lo, hi := math.Trunc(u.lo), u.hi
		if u.drawn && !math.IsInf(hi, 1) {
			hi = math.Nextafter(hi, u.lo) // a draw never gives its limit
		}
		u.lo, u.hi = lo, math.Trunc(hi)
	}
	return u
}

func (b *bounder) binary(e *ssa.BinOp) upper {
	if basic, ok := origin.CoreType(e.Type()).(*types.Basic); !ok || basic.Info()&types.IsNumeric == 0 {
		return anyNumber
	}
	x, y := b.at(e.X, e.Block()), b.at(e.Y, e.Block())
	known := (x.held || !math.IsInf(x.hi, 1)) && (y.held || !math.IsInf(y.hi, 1))
	out := upper{lo: math.Inf(-1), hi: math.Inf(1), held: known, off: x.off || y.off, drawn: x.drawn || y.drawn, at: places(x.at, y.at...)}
	switch e.Op {
	case token.ADD:
		out.lo, out.hi = x.lo+y.lo, x.hi+y.hi
	case token.SUB:
		out.lo, out.hi = x.lo-y.hi, x.hi-y.lo
		out.held = x.held || !math.IsInf(x.hi, 1)
	case token.MUL:
		p := [...]float64{times(x.lo, y.lo), times(x.lo, y.hi), times(x.hi, y.lo), times(x.hi, y.hi)}
		out.lo, out.hi = slices.Min(p[:]), slices.Max(p[:])
	case token.QUO:
		if y.lo > 0 {
			out.lo = min(x.lo/y.hi, x.lo/y.lo)
			out.hi = max(x.hi/y.lo, x.hi/y.hi)
		}
		out.held = x.held || !math.IsInf(x.hi, 1)
		if isInteger(e.Type()) {
			out.lo, out.hi = math.Trunc(out.lo), math.Trunc(out.hi)
		}
	case token.REM:
		if x.lo == x.hi && y.lo == y.hi && y.lo > 0 {
			out.lo = math.Mod(x.lo, y.lo)
			out.hi, out.held = out.lo, true
		} else if most := max(math.Abs(y.lo), math.Abs(y.hi)); y.held || !math.IsInf(y.hi, 1) {
			out.hi, out.held = min(most-1, max(x.hi, 0)), true
			out.lo = 0
			if x.lo < 0 {
				out.lo = -(most - 1)
			}
			out.at = places(out.at, e.Pos())
		}
	case token.AND:
		if y.lo == y.hi && y.lo >= 0 {
			out.lo, out.hi, out.held = 0, y.hi, true
			out.at = places(out.at, e.Pos())
		}
	case token.SHL:
		out.lo, out.hi = shift(x.lo, y.lo, y.hi, false), shift(x.hi, y.lo, y.hi, true)
	case token.SHR:
		if x.lo >= 0 {
			out.lo, out.hi, out.held = 0, math.Ldexp(x.hi, -int(max(0, min(y.lo, 1000)))), x.held
		}
	default:
		return upper{lo: math.Inf(-1), hi: math.Inf(1), drawn: out.drawn}
	}
	if math.IsNaN(out.lo) || math.IsNaN(out.hi) {
		return upper{lo: math.Inf(-1), hi: math.Inf(1), drawn: out.drawn}
	}
	return out
}

// times is a product in which nothing times infinity is nothing.
func times(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a * b
}

func shift(x, lo, hi float64, most bool) float64 {
	if (x > 0) == most {
		lo = hi
	}
	return x * math.Exp2(max(0, lo))
}
