package value

import (
	"go/ast"
	"go/token"
	"maps"
	"math"
	"slices"
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
		total.calls = both(total.calls, x.next.calls)
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

// rounds is how many rounds tell a polynomial from a power: after twice as many, a
// variable that is multiplied by 1.05 or more each time has grown by a factor of more
// than 256, which a polynomial does not if its degree is eight or less.
const rounds = 128

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
