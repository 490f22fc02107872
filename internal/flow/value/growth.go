package value

import (
	"go/ast"
	"go/constant"
	"go/token"
	"maps"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Growth is how a value develops from round to round.
type Growth uint8

const (
	Unchanged  Growth = iota
	Adds              // by a step, or by a polynomial
	Multiplies        // by a factor, be it by way of several variables or as a power of a counter
	Opaque            // by a call that is not understood, see Recurrence.Calls
)

// Recurrence says how a value changes from round to round.
type Recurrence struct {
	Growth Growth
	// First is what the value enters the first round with, if it is a variable's.
	First Range
	// Step is what each round adds to the variable, Factor what each multiplies it
	// with; 0 where several variables, or several numbers, play a part.
	Step, Factor float64
	// Reset is set where a round may set the variable anew.
	Reset bool
	// Drawn is set where a random number takes part.
	Drawn bool
	// Calls lists the calls that the value comes from and that are not understood.
	Calls []*ast.CallExpr
	// At lists where the rounds change the variables that the value is computed from.
	At []token.Pos
}

// Recurrence is how an expression changes from round to round of a region. It is
// followed through variables that feed each other, as those of a Fibonacci
// sequence, through fields and captured variables, and into functions of the
// package, the fields that their receivers keep included.
func (v *Values) Recurrence(e ast.Expr, r Region) Recurrence {
	defer v.end()
	if !v.begin() {
		return Recurrence{Growth: Opaque}
	}
	list, _ := v.of(e)
	reg := v.region(r)
	if len(list) == 0 || reg == nil {
		if v.pass.TypesInfo.Types[e].Value != nil {
			return Recurrence{}
		}
		return Recurrence{Growth: Opaque}
	}
	g := &grower{v: v, r: reg, vars: map[node]*variable{}}
	total := form{}
	for _, n := range list {
		total = g.join(total, g.form(n, nil), false)
	}
	for i := 0; i < len(g.order); i++ { // which grows
		g.run(g.vars[g.order[i]])
	}
	out := Recurrence{Growth: g.growth(total), Drawn: total.drawn}
	for _, n := range g.order {
		x := g.vars[n]
		out.Drawn = out.Drawn || x.next.drawn
		out.At = append(out.At, x.at...)
		total.calls = append(total.calls, x.next.calls...)
	}
	slices.Sort(out.At)
	out.At = slices.Compact(out.At)
	for _, c := range total.calls {
		if syntax := v.callOf(c); syntax != nil && !slices.Contains(out.Calls, syntax) {
			out.Calls = append(out.Calls, syntax)
		}
	}
	if out.Growth != Multiplies && len(out.Calls) > 0 {
		out.Growth = Opaque
	}
	if x := g.vars[v.resolve(list[0])]; len(list) == 1 && x != nil {
		out.describe(x, g)
	}
	return out
}

// describe adds what is known of a variable.
func (rec *Recurrence) describe(x *variable, g *grower) {
	b := &bounder{v: g.v, assumed: map[node]upper{}}
	rec.First = b.ranges(x.first).export()
	rec.Reset = x.reset
	if len(x.next.lin) != 1 || x.next.lin[x.n] == 0 || !x.next.known || len(x.next.pow)+len(x.next.mul) > 0 {
		return
	}
	switch c := x.next.lin[x.n]; {
	case c == 1:
		rec.Step = x.next.k
	case x.next.k == 0:
		rec.Factor = c
	}
}

// ranges is the range of one of several values.
func (b *bounder) ranges(list []node) upper {
	if len(list) == 0 {
		return anyNumber
	}
	out := b.at(list[0], nil)
	for _, n := range list[1:] {
		out = join(out, b.at(n, nil))
	}
	return out
}

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
	out.calls = append(slices.Clip(a.calls), b.calls...)
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

// product is one value times another.
func (g *grower) product(x, y form) form {
	if x.moves() && y.moves() {
		return form{mul: union(x.all(), y.all()), pow: union(x.pow, y.pow), drawn: x.drawn || y.drawn, calls: slices.Concat(x.calls, y.calls), some: true}
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
	out.calls = slices.Concat(x.calls, y.calls)
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
		out.calls = append(slices.Clip(out.calls), call)
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
				out.calls = slices.Concat(out.calls, exp.calls)
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

// rounds is how many rounds tell a polynomial from a power: after twice as many, a
// variable that is multiplied by 1.03 or more has grown by more than any polynomial
// of degree seven.
const rounds = 250

// growth says how what has a form grows, by running the variables.
func (g *grower) growth(f form) Growth {
	if !f.moves() {
		return Unchanged
	}
	x := map[node]float64{}
	for _, n := range g.order {
		x[n] = 1
	}
	var half map[node]float64
	for i := range 2 * rounds {
		if i == rounds {
			half = maps.Clone(x)
		}
		y := make(map[node]float64, len(x))
		for _, n := range g.order {
			next := g.vars[n].next
			sum := math.Abs(next.k)
			if !next.known {
				sum = 1
			}
			for m, c := range next.lin {
				sum += math.Abs(c) * x[m]
			}
			for m := range next.mul {
				sum = max(sum, 2*x[m])
			}
			for m := range next.pow {
				if g.changes(m) {
					sum = max(sum, 2*x[n])
				}
			}
			y[n] = min(sum, 1e300)
		}
		x = y
	}
	out := Unchanged
	for m := range f.all() {
		switch {
		case x[m] >= 1e300 || x[m] > 256*max(half[m], 1):
			return Multiplies
		case g.changes(m):
			out = Adds
		}
	}
	for m := range f.pow {
		if g.changes(m) {
			return Multiplies
		}
	}
	return out
}

// changes reports whether rounds hand on another value than they were given.
func (g *grower) changes(n node) bool {
	x := g.vars[n]
	if x == nil {
		return false
	}
	for m, c := range x.next.lin {
		if m == n && c != 1 || m != n && c != 0 {
			return true
		}
	}
	return x.next.lin[n] != 0 && (!x.next.known || x.next.k != 0) || len(x.next.mul)+len(x.next.pow) > 0
}
