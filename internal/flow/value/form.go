package value

import (
	"go/constant"
	"go/token"
	"maps"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// form is how a value is computed from the variables that the rounds change: a sum
// of them with factors and a constant; of several ways, the largest factors.
type form struct {
	lin   map[node]float64
	k     float64
	known bool          // k is the constant; otherwise there is another summand
	mul   map[node]bool // those that are multiplied with others
	pow   map[node]bool // those that something is raised to
	drawn bool
	calls []*ssa.Call
	some  bool // false of no value at all
}

func number(k float64) form { return form{k: k, known: true, some: true} }

// unmoved is what the rounds do not change, and is not known as a number.
func unmoved() form { return form{some: true} }

func (f form) moves() bool { return len(f.lin)+len(f.mul)+len(f.pow) > 0 }

func (f form) scale(c float64) form {
	f.lin = maps.Clone(f.lin)
	for n := range f.lin {
		f.lin[n] *= c
	}
	f.k *= c
	return f
}

func union[M ~map[K]bool, K comparable](a, b M) M {
	if len(a) == 0 {
		return b
	}
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// all are the variables of a form.
func (f form) all() map[node]bool {
	out := union(f.mul, f.pow)
	if len(out) > 0 {
		out = maps.Clone(out)
	} else {
		out = map[node]bool{}
	}
	for n := range f.lin {
		out[n] = true
	}
	return out
}

// variable is what rounds hand on to the next.
type variable struct {
	n     node
	first []node
	hands []node
	next  form
	reset bool
	at    []token.Pos
}

// grower computes forms in a region.
type grower struct {
	v     *Values
	r     *region
	vars  map[node]*variable
	order []node
	memo  map[node]form // outside of functions that are looked into
	inner []node        // variables of the loops that are being looked at
	steps int
	depth int
}

// frame is a call of a function that is looked into.
type frame struct {
	caller *frame
	f      *function // of the caller
	call   ssa.CallInstruction
	fn     *ssa.Function
	memo   map[node]form
}

// join is one of two values, or their sum.
func (g *grower) join(a, b form, sum bool) form {
	if !a.some {
		return b
	}
	if !b.some {
		return a
	}
	out := form{mul: union(a.mul, b.mul), pow: union(a.pow, b.pow), drawn: a.drawn || b.drawn, some: true}
	out.calls = both(a.calls, b.calls)
	out.lin = maps.Clone(a.lin)
	if out.lin == nil {
		out.lin = map[node]float64{}
	}
	for n, c := range b.lin {
		switch have, ok := out.lin[n]; {
		case sum:
			out.lin[n] = have + c
		case !ok || math.Abs(c) > math.Abs(have):
			out.lin[n] = c
		}
	}
	if sum {
		out.k, out.known = a.k+b.k, a.known && b.known
	} else {
		out.k, out.known = a.k, a.known && b.known && a.k == b.k
	}
	return out
}

// both are the calls of two forms, each once; of very many, the first.
func both(a, b []*ssa.Call) []*ssa.Call {
	a = slices.Clip(a)
	for _, c := range b {
		if len(a) < mostPlaces && !slices.Contains(a, c) {
			a = append(a, c)
		}
	}
	return a
}

// product is one value times another.
func (g *grower) product(x, y form) form {
	if x.moves() && y.moves() {
		return form{mul: union(x.all(), y.all()), pow: union(x.pow, y.pow), drawn: x.drawn || y.drawn, calls: both(x.calls, y.calls), some: true}
	}
	if y.moves() {
		x, y = y, x
	}
	c := 2.0 // a factor that is not known counts as one above 1
	switch {
	case y.known:
		c = y.k
	case y.drawn:
		c = 1
	}
	out := x.scale(c)
	out.known = x.known && y.known
	out.drawn = x.drawn || y.drawn
	out.calls = both(x.calls, y.calls)
	return out
}

// form is the form of a value in a function that is looked into, or in the region
// itself.
func (g *grower) form(n node, fr *frame) form {
	n = g.v.resolve(n)
	memo := &g.memo
	if fr != nil {
		memo = &fr.memo
	}
	if f, ok := (*memo)[n]; ok {
		return f
	}
	if *memo == nil {
		*memo = map[node]form{}
	}
	if g.steps++; g.steps > maxSteps {
		return unmoved()
	}
	(*memo)[n] = form{} // of what it is computed from by itself, nothing
	f := g.compute(n, fr)
	(*memo)[n] = f
	return f
}

func (g *grower) compute(n node, fr *frame) form {
	if c, ok := n.(*ssa.Const); ok {
		if c.Value == nil || !numeric(c.Value) {
			return unmoved()
		}
		x, _ := constant.Float64Val(constant.ToFloat(c.Value))
		return number(x)
	}
	if fr == nil {
		if first, next, at, ok := g.carried(n); ok {
			return g.variable(n, first, next, at)
		}
		if b := block(n); b != nil && !g.r.has(b) {
			return g.settled(n)
		}
	} else if f, ok := g.given(n, fr); ok {
		return f
	}
	switch x := n.(type) {
	case *ssa.Phi:
		return g.meet(n, x.Block(), nodes(x.Edges), fr)
	case *merge:
		return g.meet(n, x.block, x.edges, fr)
	case *ssa.BinOp:
		return g.binary(x, fr)
	case *ssa.Convert:
		return g.form(x.X, fr)
	case *ssa.UnOp:
		if x.Op == token.SUB {
			return g.form(x.X, fr).scale(-1)
		}
	case *effect:
		return g.after(x, fr)
	case *ssa.Call:
		return g.call(x, 0, fr)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return g.call(c, x.Index, fr)
		}
	case *cell:
		out := form{}
		for _, m := range g.v.operands(x) {
			out = g.join(out, g.form(m, fr), false)
		}
		return out
	}
	return g.settled(n)
}

// settled is the form of what the rounds do not change.
func (g *grower) settled(n node) form {
	k := &folder{v: g.v, seen: map[node]bool{}, sure: Fixed}
	if c, ok := k.fold(n); ok && c != nil && numeric(c) {
		x, _ := constant.Float64Val(constant.ToFloat(c))
		return number(x)
	}
	b := &bounder{v: g.v, assumed: map[node]upper{}}
	f := unmoved()
	f.drawn = b.at(n, nil).drawn
	return f
}

// carried is region.carried for captured variables too, with the places where the
// rounds write.
func (g *grower) carried(n node) (first, next []node, at []token.Pos, ok bool) {
	c, isCell := n.(*cell)
	if !isCell {
		first, next, ok = g.r.carried(n)
		for _, x := range next {
			if in, isInstr := x.(ssa.Instruction); isInstr && in.Pos().IsValid() {
				at = append(at, in.Pos())
			}
		}
		return first, next, at, ok
	}
	for _, w := range c.writes {
		if g.r.has(w.in.Block()) {
			next = append(next, g.v.values(w)...)
			at = append(at, w.in.Pos())
		} else {
			first = append(first, g.v.values(w)...)
		}
	}
	return first, next, at, len(next) > 0
}

// variable notes a variable that the rounds hand on.
func (g *grower) variable(n node, first, next []node, at []token.Pos) form {
	self := form{lin: map[node]float64{n: 1}, known: true, some: true}
	g.vars[n] = &variable{n: n, first: first, hands: next, at: at}
	g.order = append(g.order, n)
	return self
}

// run finds what a round makes of a variable.
func (g *grower) run(x *variable) {
	for _, m := range x.hands {
		f := g.form(m, nil)
		x.reset = x.reset || !f.moves() && len(f.calls) == 0
		x.next = g.join(x.next, f, false)
	}
}

// given is the form of what a function that is looked into has from its caller.
func (g *grower) given(n node, fr *frame) (form, bool) {
	switch x := n.(type) {
	case *ssa.Parameter:
		for i, p := range fr.fn.Params {
			if args := fr.call.Common().Args; p == x && i < len(args) {
				return g.form(args[i], fr.caller), true
			}
		}
	case *initial:
		p, ok := x.loc.base.(*ssa.Parameter)
		if !ok || x.zero {
			return form{}, false
		}
		i := slices.Index(fr.fn.Params, p)
		if i < 0 || i >= len(fr.call.Common().Args) {
			return form{}, false
		}
		l, ok := fr.f.fam.pointee(fr.call.Common().Args[i])
		if !ok {
			return form{}, false
		}
		if m := fr.f.deeper(l, x.loc.path, fr.call.Block(), fr.f.place(fr.call)); m != nil {
			return g.form(m, fr.caller), true
		}
	}
	return form{}, false
}

// meet is the form of what a variable holds where ways meet. A loop in the region,
// or in a function that is looked into, changes a variable as often as its
// condition says.
func (g *grower) meet(n node, b *ssa.BasicBlock, edges []node, fr *frame) form {
	out, again := form{}, form{}
	var back []*ssa.BasicBlock
	for i, e := range edges {
		if p := b.Preds[i]; b.Dominates(p) {
			back = append(back, p)
		} else {
			out = g.join(out, g.form(e, fr), false)
		}
	}
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
	*memo = map[node]form{}
	for _, m := range g.inner {
		(*memo)[m] = form{lin: map[node]float64{m: 1}, known: true, some: true}
	}
	for i, e := range edges {
		if b.Dominates(b.Preds[i]) {
			again = g.join(again, g.form(e, fr), false)
		}
	}
	often := form{}
	for _, c := range append(condition(b), exits(back)...) {
		if cmp, ok := c.(*ssa.BinOp); ok {
			often = g.join(g.join(often, g.form(cmp.X, fr), false), g.form(cmp.Y, fr), false)
		}
	}
	g.inner = g.inner[:len(g.inner)-1]
	*memo = kept
	vars := often.all()
	delete(vars, n)
	c := again.lin[n]
	geometric := c > 1 || again.mul[n] || again.pow[n]
	again.lin = maps.Clone(again.lin)
	delete(again.lin, n)
	out = g.join(out, again, false)
	out.mul, out.pow = maps.Clone(out.mul), maps.Clone(out.pow)
	delete(out.mul, n)
	delete(out.pow, n)
	if geometric {
		out.pow = union(out.pow, vars)
	} else {
		out.mul = union(out.mul, vars)
	}
	out.known = false
	return out
}

// exits lists the conditions at the ends of blocks.
func exits(list []*ssa.BasicBlock) []node {
	var out []node
	for _, b := range list {
		out = append(out, condition(b)...)
	}
	return out
}

func (g *grower) binary(e *ssa.BinOp, fr *frame) form {
	x, y := g.form(e.X, fr), g.form(e.Y, fr)
	switch e.Op {
	case token.ADD:
		return g.join(x, y, true)
	case token.SUB:
		return g.join(x, y.scale(-1), true)
	case token.MUL:
		return g.product(x, y)
	case token.QUO:
		c := 0.5
		if y.known && y.k != 0 {
			c = 1 / y.k
		}
		return x.scale(c)
	case token.SHL:
		if y.moves() {
			x.pow = union(x.pow, y.all())
			return x
		}
		if y.known {
			return x.scale(math.Ldexp(1, int(max(0, min(y.k, 1000)))))
		}
		return x.scale(2)
	case token.SHR:
		if y.known {
			return x.scale(math.Ldexp(1, -int(max(0, min(y.k, 1000)))))
		}
		return x
	}
	return unmoved() // a remainder: it goes round
}
