package value

import (
	"fmt"
	"math"
	"testing"
)

func showRange(r Range) string {
	end := func(x float64) string {
		if math.IsInf(x, 0) {
			return "?"
		}
		return fmt.Sprint(x)
	}
	s := end(r.Lo) + ".." + end(r.Hi)
	if !r.Limited {
		s += " free"
	} else if math.IsInf(r.Hi, 1) {
		s += " held"
	}
	if r.Optional {
		s += " or off"
	}
	if r.Drawn {
		s += " drawn"
	}
	return s
}

func TestBound(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"constants": {`func f() { n := 3; _ = n; _ = n * 4 }`, []string{"3..3", "12..12"}},
		"min": {`
			func g() int
			func f(n int) { _ = min(g(), 30); _ = min(g(), n); _ = max(g(), 2); _ = math.Min(float64(g()), 5) }`,
			[]string{"?..30", "?..? held", "2..? free", "?..5"}},
		"lowered by a literal": {`
			func g() bool
			func f() { n := 5; low := func() { n = 2 }; if g() { low() }; _ = n }`, []string{"2..5"}},
		"raised by what a literal is not known to store": {`
			func g() int
			func f() { n := 5; set := func() { n = g() }; set(); _ = n }`, []string{"?..? free"}},
		"a call": {`
			func g() int
			func f() { _ = g() }`, []string{"?..? free"}},
		"a delay that is doubled": {`
			func f() { d := 1; for { _ = d; d *= 2 } }`, []string{"1..? free"}},
		"a delay that is doubled up to a maximum": {`
			func f() { d := 1; for { _ = d; d *= 2; if d > 30 { d = 30 } } }`, []string{"1..30"}},
		"up to a parameter": {`
			func f(most int) { d := 1; for { _ = d; d *= 2; if d > most { d = most } } }`, []string{"?..? held"}},
		"by min in the round": {`
			func f() { d := 1; for { d = min(d*2, 30); _ = d } }`, []string{"2..30"}},
		"a comparison that is no maximum": {`
			func g()
			func f() { d := 1; for { if d > 3 { g() }; _ = d; d *= 2 } }`, []string{"1..? free"}},
		"a comparison that leaves": {`
			func f() { d := 1; for { if d > 3 { return }; _ = d; d *= 2 } }`, []string{"1..3"}},
		"where it is doubled only below": {`
			func f() { d := 1; for { _ = d; if d < 30 { d *= 2 } } }`, []string{"1..58"}},
		"the counter of a loop": {`
			func f(n int) { for i := 0; i < 5; i++ { _ = i }; for i := range 7 { _ = i }; for i := range n { _ = i } }`,
			[]string{"0..4", "0..6", "0..? held"}},
		"a field": {`
			type T struct { cur, max int }
			func f(t *T) { for { t.cur *= 2; if t.cur > t.max { t.cur = t.max }; _ = t.cur } }`, []string{"?..? held"}},
		"a maximum that may be turned off": {`
			type T struct { cur, max int }
			func (t *T) f() { for { t.cur *= 2; if t.max > 0 && t.cur > t.max { t.cur = t.max }; _ = t.cur } }
			func g(d, most int, op func()int) int { d = op(); if most == 0 || d < most { _ = d }; return d }`, []string{"?..? held or off", "?..? held or off"}},
		"a field that is doubled": {`
			type T struct { cur int }
			func f(t *T, d int) { for { t.cur *= 2; d *= 2; _ = t.cur; _ = d } }
			func g(d int, log func()) { for { log(); _ = d } }`, []string{"?..? free", "?..? free", "?..? held"}},
		"a field of another instance": {`
			type T struct { cur, max int }
			func f(t, u *T) { t.cur = 1; for { t.cur *= 2; if u.cur > 10 { u.cur = 10 }; _ = t.cur } }`, []string{"2..? free"}},
		"random numbers": {`
			func f(n int) { _ = rand.IntN(10); _ = rand.IntN(n); _ = rand.Float64(); _ = 5 + rand.IntN(3); _ = int(rand.Float64()*4); _ = rand.Int() % 8 }`,
			[]string{"0..9 drawn", "0..? held drawn", "0..1 drawn", "5..7 drawn", "0..3 drawn", "0..7 drawn"}},
		"a helper": {`
			func clamp(x, most int) int { if x > most { return most }; return x }
			func grow(n int) int { return 1 << n }
			func capped(n int) int { d := grow(n); if d > 60 { d = 60 }; return d }
			func g() int
			func f() { _ = clamp(g(), 9); _ = capped(g()); _ = grow(g()); _ = grow(3) }`, []string{"?..9", "1..60", "1..? free", "8..8"}},
		"what is not zero": {`
			func f(n uint) { if n != 0 { _ = n }; for i := 0; i < 5; i++ { if i == 0 { continue }; _ = i } }`, []string{"1..? held", "1..4"}},
		"lengths": {`
			func f(list []int) { _ = len(list); _ = len([]int{1, 2}) }`, []string{"0..? held", "2..2"}},
		"a variable that the program sets": {`
			var most = 20
			func g() int
			func f() { _ = min(g(), most) }`, []string{"?..20"}},
		"a delay in floating point": {`
			func f(n int) { _ = min(math.Pow(2, float64(n)), 30); _ = math.Pow(2, 3); d := 3 * time.Second; _ = d.Seconds() }`,
			[]string{"0..30", "8..8", "3..3"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string { return showRange(s.v.Bound(a.e)) })
		})
	}
}

func TestBoundAt(t *testing.T) {
	s := load(t, `
		func f() {
			d := 1
			for {
				_ = d
				d *= 2
				if d > 30 {
					d = 30
				}
			}
		}`)
	at := s.v.Bound(s.asks[0].e).At
	if len(at) != 1 || s.pass.Fset.Position(at[0]).Line != 8 {
		t.Errorf("enforced at %v, want the comparison alone", at)
	}
}
