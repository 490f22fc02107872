package value

import (
	"maps"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/flow/origin"
)

// Hold says what keeps a value from growing.
type Hold uint8

const (
	Free Hold = iota // nothing, but the number of rounds
	Late             // a maximum, applied after an integer may have overflowed
	ended
	Held // a maximum, or a way out once the value exceeds it
	holds
)

// form is how a value is computed from the variables that the rounds change: for
// each way in which it may be held, what it is then. ended is what a way out of the
// region holds, which is no limit of a power: it limits the number of rounds.
type form struct {
	parts [holds]affine
	drawn bool
	calls []*ssa.Call
}

// affine is a sum of variables with factors and a constant; of several ways, the
// largest factors.
type affine struct {
	lin   map[origin.Node]float64
	k     float64
	known bool                 // k is the constant; otherwise there is another summand
	mul   map[origin.Node]bool // those that are multiplied with others
	pow   map[origin.Node]bool // those that something is raised to
	some  bool                 // false of no value at all

	powers, factors []ssa.Value // what raises to pow, and what multiplies lin
}

// number is a constant; what does not move needs nothing to hold it.
func number(k float64) form { return fixedForm(affine{k: k, known: true, some: true}) }

// unmoved is what the rounds do not change, and is not known as a number.
func unmoved() form { return fixedForm(affine{some: true}) }

func fixedForm(p affine) form {
	var f form
	f.parts[Held] = p
	return f
}

// self is a variable as the round has it.
func self(n origin.Node) form {
	var f form
	f.parts[Free] = affine{lin: map[origin.Node]float64{n: 1}, known: true, some: true}
	return f
}

func (p affine) moves() bool { return len(p.lin)+len(p.mul)+len(p.pow) > 0 }

func (f form) moves() bool { return f.all().moves() }

func (f form) some() bool {
	return slices.ContainsFunc(f.parts[:], func(p affine) bool { return p.some })
}

// all is a form whatever holds it.
func (f form) all() affine { return f.upTo(Held) }

// upTo is what a form is where no more than that holds it.
func (f form) upTo(h Hold) affine {
	out := f.parts[Free]
	for _, p := range f.parts[Free+1 : h+1] {
		out = either(out, p)
	}
	return out
}

// each applies a function to the parts.
func (f form) each(do func(affine) affine) form {
	for i, p := range f.parts {
		if p.some {
			f.parts[i] = do(p)
		}
	}
	return f
}

func (f form) scale(c float64) form { return f.each(func(p affine) affine { return p.scale(c) }) }

func (p affine) scale(c float64) affine {
	p.lin = maps.Clone(p.lin)
	for n := range p.lin {
		p.lin[n] *= c
	}
	p.k *= c
	return p
}

func union[M ~map[K]bool, K comparable](a, b M) M {
	if len(a) == 0 {
		return b
	}
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// vars are the variables of a part.
func (p affine) vars() map[origin.Node]bool {
	out := maps.Clone(union(p.mul, p.pow))
	if out == nil {
		out = map[origin.Node]bool{}
	}
	for n := range p.lin {
		out[n] = true
	}
	return out
}

// either is one of two parts.
func either(a, b affine) affine { return a.with(b, false) }

// with is one of two parts, or their sum.
func (p affine) with(b affine, sum bool) affine {
	if !p.some {
		return b
	}
	if !b.some {
		return p
	}
	out := affine{mul: union(p.mul, b.mul), pow: union(p.pow, b.pow), powers: both(p.powers, b.powers), factors: both(p.factors, b.factors), some: true}
	out.lin = maps.Clone(p.lin)
	if out.lin == nil {
		out.lin = map[origin.Node]float64{}
	}
	for n, c := range b.lin {
		switch have, ok := out.lin[n]; {
		case sum:
			out.lin[n] = have + c
		case !ok || math.Abs(c) > math.Abs(have):
			out.lin[n] = c
		}
	}
	switch {
	case sum:
		out.k, out.known = p.k+b.k, p.known && b.known
	case p.moves() == b.moves():
		out.k, out.known = p.k, p.known && b.known && p.k == b.k
	case p.moves(): // what is set anew adds nothing
		out.k, out.known = p.k, p.known
	default:
		out.k, out.known = b.k, b.known
	}
	return out
}

// both are the members of two lists, each once; of very many, the first.
func both[T comparable](a, b []T) []T {
	a = slices.Clip(a)
	for _, x := range b {
		if len(a) < mostPlaces && !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}

// oneOf is one of two values.
func oneOf(a, b form) form {
	for i := range a.parts {
		a.parts[i] = either(a.parts[i], b.parts[i])
	}
	a.drawn, a.calls = a.drawn || b.drawn, both(a.calls, b.calls)
	return a
}

// combine is what two values make: held no better than the worse of them, beside
// which the other is a number, as large as what holds it lets it become.
func combine(a, b form, do func(x, y affine) affine) form {
	if !a.some() {
		return b
	}
	if !b.some() {
		return a
	}
	out := form{drawn: a.drawn || b.drawn, calls: both(a.calls, b.calls)}
	for s, x := range a.parts {
		for t, y := range b.parts {
			if !x.some || !y.some {
				continue
			}
			worse, better := min(s, t), max(s, t)
			out.parts[better] = either(out.parts[better], do(x, y))
			if s != t {
				a, b := x, y
				if s > t {
					a = a.stopped()
				} else {
					b = b.stopped()
				}
				out.parts[worse] = either(out.parts[worse], do(a, b))
			}
		}
	}
	return out
}

func sum(a, b form, op ssa.Value) form {
	return combine(a, b, func(x, y affine) affine {
		out := x.with(y, true)
		for n := range x.lin {
			if _, twice := y.lin[n]; twice { // d + d/2
				out.factors = both(out.factors, []ssa.Value{op})
			}
		}
		return out
	})
}

// product is one value times another.
func product(a, b form, op ssa.Value) form {
	return combine(a, b, func(x, y affine) affine {
		if x.moves() && y.moves() {
			return affine{mul: union(x.vars(), y.vars()), pow: union(x.pow, y.pow), powers: both(x.powers, y.powers), factors: []ssa.Value{op}, some: true}
		}
		drawn := b.drawn
		if y.moves() {
			x, y, drawn = y, x, a.drawn
		}
		c := 2.0 // a factor that is not known counts as one above 1
		switch {
		case y.known:
			c = y.k
		case drawn:
			c = 1
		}
		out := x.scale(c)
		out.known = x.known && y.known
		if c > 1 && len(x.lin) > 0 {
			out.factors = both(out.factors, []ssa.Value{op})
		}
		return out
	})
}

// raised is a base to the power of something that moves. What ends the rounds limits
// the power by their number alone, which is none that the delay has of its own.
func raised(base, exp form, ops ...ssa.Value) form {
	exp.parts[Held] = either(exp.parts[Held], exp.parts[Late])
	exp.parts[Free] = either(exp.parts[Free], exp.parts[ended])
	exp.parts[Late], exp.parts[ended] = affine{}, affine{}
	return combine(base, exp, func(x, y affine) affine {
		if !y.moves() {
			return x
		}
		x.pow, x.powers = union(x.pow, y.vars()), both(x.powers, ops)
		return x
	})
}

// known is the number that a form is, if it is one.
func (f form) number() (float64, bool) {
	p := f.all()
	return p.k, p.known && !p.moves()
}

// stopped is a part as whoever takes it for a number sees it.
func (p affine) stopped() affine {
	if p.moves() {
		return affine{some: true}
	}
	return p
}

// without is a part less a variable.
func (p affine) without(n origin.Node) affine {
	p.lin, p.mul, p.pow = maps.Clone(p.lin), maps.Clone(p.mul), maps.Clone(p.pow)
	delete(p.lin, n)
	delete(p.mul, n)
	delete(p.pow, n)
	return p
}

// sums is what is not raised to of a value.
func (p affine) sums() affine {
	p.pow, p.powers = nil, nil
	return p
}

// multiplies reports whether a variable is.
func (p affine) multiplies() bool {
	for _, c := range p.lin {
		if c > 1 {
			return true
		}
	}
	return len(p.mul)+len(p.pow) > 0
}
