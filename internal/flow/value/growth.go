package value

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
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
	// Hold says what keeps a value from growing: Free if nothing does on some way.
	Hold Hold
	// Terms lists what multiplies: the assignments, products, shifts and powers.
	Terms []ast.Node
	// Vars lists the variables of functions that are multiplied, or raised to.
	Vars []*types.Var
	// Inside lists the functions of the package that the value is computed in.
	Inside []ast.Node
}

// Recurrence is how an expression changes from round to round of a region. It is
// followed through variables that feed each other, as those of a Fibonacci
// sequence, through fields and captured variables, and into functions of the
// package, the fields that their receivers keep included. The expression may stand
// in a function of the package that the region calls, by the given call. If the
// region is a function, its rounds are its calls: by itself or, if it does not call
// itself, by others, to which numbers that it is given count them.
//
// A maximum holds the value where min applies it, or a comparison decides what it is.
// If it is turned off by a condition that no round changes, it is one all the same.
// What ends the rounds holds what it compares, but not the power of a counter.
func (v *Values) Recurrence(e ast.Expr, r Region, by ...*ast.CallExpr) Recurrence {
	defer v.rel.End()
	if !v.rel.Begin() {
		return Recurrence{Growth: Opaque}
	}
	list, f := v.rel.Of(e)
	reg := v.rel.Cycle(r)
	if len(list) == 0 || reg == nil {
		if v.rel.Pass.TypesInfo.Types[e].Value != nil {
			return Recurrence{}
		}
		return Recurrence{Growth: Opaque}
	}
	g := &grower{v: v, r: reg, vars: map[origin.Node]*variable{}}
	fr := g.called(f.SSA, by)
	if ref := f.Ref(ast.Unparen(e)); ref != nil {
		g.asked = ref.Block()
	}
	total := form{}
	for _, n := range list {
		total = oneOf(total, g.at(n, g.asked, fr))
	}
	return g.recurrence(total, list)
}

// Returned is Recurrence for what a function gives back first.
func (v *Values) Returned(fn ast.Node) Recurrence {
	defer v.rel.End()
	out := Recurrence{Growth: Opaque}
	body := bodyOf(fn)
	if body == nil || !v.rel.Begin() {
		return out
	}
	reg := v.rel.Cycle(Region{From: body.Pos(), To: body.End()})
	if reg == nil {
		return out
	}
	reg = &origin.Cycle{Region: reg.Region, Func: reg.Func} // its loops are within a round
	g := &grower{v: v, r: reg, vars: map[origin.Node]*variable{}}
	var list []arm
	for _, b := range reg.Func.SSA.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) > 0 {
			list = append(list, arm{n: r.Results[0], from: b})
		}
	}
	return g.recurrence(g.arms(list, nil), nil)
}

func bodyOf(fn ast.Node) *ast.BlockStmt {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return fn.Body
	case *ast.FuncLit:
		return fn.Body
	}
	return nil
}

// called is the frame of a function that the region calls.
func (g *grower) called(fn *ssa.Function, by []*ast.CallExpr) *frame {
	if fn == g.r.Func.SSA {
		return nil
	}
	for _, c := range by {
		for _, b := range g.r.Func.SSA.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && c != nil && g.v.rel.CallOf(call) == c && g.v.rel.Own(call.Common()) == fn {
					return &frame{f: g.r.Func, call: call, fn: fn}
				}
			}
		}
	}
	return nil
}

func (g *grower) recurrence(total form, list []origin.Node) Recurrence {
	v := g.v
	for i := 0; i < len(g.order); i++ { // which grows
		g.run(g.vars[g.order[i]])
	}
	out := Recurrence{Growth: g.growth(total, Held), Drawn: total.drawn}
	for _, n := range g.order {
		x := g.vars[n]
		out.Drawn = out.Drawn || x.next.drawn
		out.At = append(out.At, x.at...)
		total.calls = both(total.calls, x.next.calls)
	}
	slices.Sort(out.At)
	out.At = slices.Compact(out.At)
	for _, c := range total.calls {
		if syntax := v.rel.CallOf(c); syntax != nil && !slices.Contains(out.Calls, syntax) {
			out.Calls = append(out.Calls, syntax)
		}
	}
	for fn := range g.into {
		out.Inside = append(out.Inside, fn.Syntax())
	}
	slices.SortFunc(out.Inside, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	for out.Growth != Unchanged && g.growth(total, out.Hold) != out.Growth {
		out.Hold++
	}
	switch {
	case out.Growth == Multiplies:
		g.terms(&out, total)
	case g.steps > origin.MaxSteps, out.Growth == Unchanged && len(out.Calls) > 0:
		out.Growth = Opaque
	}
	if out.Hold == ended {
		if out.Hold = Held; out.Growth == Adds {
			out.Hold = Free // the number of rounds
		}
	}
	if len(list) == 1 {
		if x := g.vars[v.rel.Resolve(list[0])]; x != nil {
			out.describe(x, g)
		}
	}
	return out
}

// terms adds what multiplies a value where nothing more holds it.
func (g *grower) terms(rec *Recurrence, total form) {
	p := total.upTo(rec.Hold)
	ops := p.powers
	var vars []origin.Node
	for n := range p.pow {
		if g.changes(n, rec.Hold) {
			vars = append(vars, n)
		}
	}
	from := p.vars()
	for i := 0; i < len(g.order); i++ { // what they are computed from, too
		for _, n := range g.order {
			if next := g.vars[n].next.upTo(rec.Hold); from[n] {
				from = union(from, next.vars())
			}
		}
	}
	for _, n := range g.order {
		next := g.vars[n].next.upTo(rec.Hold)
		if !from[n] || len(next.factors)+len(next.powers) == 0 {
			continue
		}
		ops = both(both(ops, next.factors), next.powers)
		vars = append(vars, n)
	}
	for _, op := range ops {
		if at := g.v.syntaxOf(op); at != nil && !slices.Contains(rec.Terms, at) {
			rec.Terms = append(rec.Terms, at)
		}
	}
	for _, n := range vars {
		if obj := g.v.variableOf(n); obj != nil && !slices.Contains(rec.Vars, obj) {
			rec.Vars = append(rec.Vars, obj)
		}
	}
	slices.SortFunc(rec.Terms, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	slices.SortFunc(rec.Vars, func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
}

// syntaxOf is the expression or assignment that an operation is.
func (v *Values) syntaxOf(op ssa.Value) ast.Node {
	switch op := op.(type) {
	case *ssa.Call:
		if c := v.rel.CallOf(op); c != nil {
			return c
		}
	case *ssa.BinOp:
		if n := v.rel.Operations[op.Pos()]; n != nil {
			return n
		}
	}
	return nil
}

// variableOf is the variable of a function that a value is of, if it is one's.
func (v *Values) variableOf(n origin.Node) *types.Var {
	var pos token.Pos
	switch x := n.(type) {
	case *ssa.Phi:
		pos = x.Pos()
	case *ssa.Parameter:
		pos = x.Pos()
	case *origin.Merge:
		if x.Loc.Path == "" {
			pos = x.Loc.Base.Pos()
		}
	case *origin.Cell:
		if x.Loc.Path == "" {
			pos = x.Loc.Base.Pos()
		}
	}
	return v.rel.Declares[pos]
}

// describe adds what is known of a variable.
func (rec *Recurrence) describe(x *variable, g *grower) {
	b := &bounder{v: g.v, assumed: map[origin.Node]upper{}}
	rec.First = b.ranges(x.first).export()
	rec.Reset = x.reset
	next := x.next.all()
	if len(next.lin) != 1 || next.lin[x.n] == 0 || !next.known || len(next.pow)+len(next.mul) > 0 {
		return
	}
	switch c := next.lin[x.n]; {
	case c == 1:
		rec.Step = next.k
	case next.k == 0:
		rec.Factor = c
	}
}

// ranges is the range of one of several values.
func (b *bounder) ranges(list []origin.Node) upper {
	if len(list) == 0 {
		return anyNumber
	}
	out := b.at(list[0], nil)
	for _, n := range list[1:] {
		out = join(out, b.at(n, nil))
	}
	return out
}

// rounds is how many rounds tell a polynomial from a power: after twice as many, a
// variable that is multiplied by 1.05 or more each time has grown by a factor of more
// than 256, which a polynomial does not if its degree is eight or less.
const rounds = 128

// growth says how what has a form grows where no more than that holds it and the
// variables, by running these.
func (g *grower) growth(f form, h Hold) Growth {
	p := f.upTo(h)
	if !p.moves() {
		return Unchanged
	}
	x, nexts := map[origin.Node]float64{}, map[origin.Node]affine{}
	for _, n := range g.order {
		x[n], nexts[n] = 1, g.vars[n].next.upTo(h)
	}
	var half map[origin.Node]float64
	for i := range 2 * rounds {
		if i == rounds {
			half = maps.Clone(x)
		}
		y := make(map[origin.Node]float64, len(x))
		for _, n := range g.order {
			next := nexts[n]
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
				if g.changes(m, h) {
					sum = max(sum, 2*x[n])
				}
			}
			y[n] = min(sum, 1e300)
		}
		x = y
	}
	out := Unchanged
	for m := range p.vars() {
		switch {
		case x[m] >= 1e300 || x[m] > 256*max(half[m], 1):
			return Multiplies
		case g.changes(m, h):
			out = Adds
		}
	}
	for m := range p.pow {
		if g.changes(m, h) {
			return Multiplies
		}
	}
	return out
}

// changes reports whether rounds hand on another value than they were given, where
// no more than that holds it.
func (g *grower) changes(n origin.Node, h Hold) bool {
	x := g.vars[n]
	if x == nil {
		return false
	}
	next := x.next.upTo(h)
	for m, c := range next.lin {
		if m == n && c != 1 || m != n && c != 0 {
			return true
		}
	}
	return next.lin[n] != 0 && (!next.known || next.k != 0) || len(next.mul)+len(next.pow) > 0
}
