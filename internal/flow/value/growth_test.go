package value

import (
	"fmt"
	"go/types"
	"testing"
)

func showRecurrence(r Recurrence) string {
	s := map[Growth]string{Unchanged: "same", Adds: "adds", Multiplies: "multiplies", Opaque: "opaque"}[r.Growth]
	if r.Step != 0 {
		s += fmt.Sprint(" +", r.Step)
	}
	if r.Factor != 0 {
		s += fmt.Sprint(" *", r.Factor)
	}
	if r.Step != 0 || r.Factor != 0 {
		s += " from " + showRange(r.First)
	}
	if r.Reset {
		s += " reset"
	}
	if r.Drawn {
		s += " drawn"
	}
	for _, c := range r.Calls {
		s += " " + types.ExprString(c.Fun)
	}
	return s
}

func TestRecurrence(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"counters": {`
			func f(n int) { for i := 0; i < n; i++ { _ = i; _ = i * 2; _ = n }; for i := range n { _ = i }; for n > 0 { _ = n; n -= 2 } }`,
			[]string{"adds +1 from 0..0", "adds", "same", "adds +1 from 0..0", "adds +-2 from ?..? held"}},
		"a factor": {`
			func f(k int) {
				for d := 1; d < k; d *= 2 { _ = d }
				for d := 1; d < k; d <<= 1 { _ = d }
				for d := 1; d < k; d += d { _ = d }
				for d := 4; d < k; d = d * 3 / 2 { _ = d }
				for d := 1; d < k; d *= k { _ = d }
				for d := 100; d > k; d /= 2 { _ = d } }`,
			[]string{"multiplies *2 from 1..1", "multiplies *2 from 1..1", "multiplies *2 from 1..1", "multiplies *1.5 from 4..4", "multiplies", "adds *0.5 from 100..100"}},
		"a power of a counter": {`
			func f() { for i := 0; ; i++ { _ = 1 << i; _ = math.Pow(2, float64(i)); _ = i * i } }`, []string{"multiplies", "multiplies", "adds"}},
		"two variables": {`
			func f() { cur, next := 1, 2; for { _ = cur; cur, next = next, next*2 } }`, []string{"multiplies"}},
		"by way of a copy": {`
			func f() { d := time.Second; for { s := d; _ = s; d = min(s*2, 30*time.Second) } }`, []string{"multiplies *2 from 1e+09..1e+09"}},
		"Fibonacci": {`
			func f() { a, b := 1, 1; for { _ = a; a, b = b, a+b } }`, []string{"multiplies"}},
		"by a literal": {`
			func f() { d := 1; grow := func() { d *= 2 }; for { _ = d; grow() } }`, []string{"multiplies"}},
		"by a function of the package": {`
			func twice(d int) int { return d * 2 }
			func more(d int) int { return d + 5 }
			func power(n int) int { d := 1; for range n { d *= 2 }; return d }
			func f() { d, e := 1, 1; for i := 0; ; i++ { _ = d; _ = e; d = twice(d); e = more(e); _ = power(i) } }`,
			[]string{"multiplies *2 from 1..1", "adds +5 from 1..1", "multiplies"}},
		"a field": {`
			type T struct { d time.Duration }
			func f(t *T) { t.d = time.Second; for { _ = t.d; t.d *= 2 } }`, []string{"multiplies *2 from 1e+09..1e+09"}},
		"a field that a method changes": {`
			type T struct { d, n int }
			func (t *T) next() int { t.d *= 2; return t.d }
			func (t *T) count() { t.n++ }
			func f(t *T) { for { d := t.next(); t.count(); _ = d; _ = t.n } }`, []string{"multiplies", "adds"}},
		"one instance grows, another does not": {`
			type T struct { tries int }
			func f(a, b *T) { for { b.tries++; _ = a.tries; _ = b.tries } }`, []string{"same", "adds"}},
		"set anew": {`
			func ok() bool
			func f() { d := 1; for { _ = d; if ok() { d = 1 } else { d *= 2 } } }`, []string{"multiplies *2 from 1..1 reset"}},
		"random": {`
			func f() { d := 1; for { _ = d; d = rand.N(d*3) + 1 } }`, []string{"multiplies drawn"}},
		"random and nothing else": {`
			func f() { for { d := rand.IntN(5); _ = d } }`, []string{"same drawn"}},
		"a sum of a counter": {`
			func f() { s := 0; for i := 0; ; i++ { _ = s; s += i } }`, []string{"adds"}},
		"a call that is not in sight": {`
			type B interface { Next() int }
			func f(b B) { for { d := b.Next(); _ = d } }`, []string{"opaque b.Next"}},
		"set to what no round counts": {`
			type S struct { max, free int }
			func f(s *S, wait func(*S), size int) { for size > s.free { _ = size; wait(s); if size > s.max { size = s.max } } }`, []string{"opaque wait"}},
		"an element": {`
			func f(list []int, k int) { for i := range list { _ = list[i]; _ = list[k] }; for _, x := range []int{1, 2} { _ = x } }`, []string{"adds", "same", "adds"}},
		"several ways back": {`
			func ok() bool
			func f() { n := 0; for { _ = n; if ok() { n++; continue }; n += 2 } }`, []string{"adds"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string { return showRecurrence(s.v.Recurrence(a.e, a.r)) })
		})
	}
}

func TestAtRound(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string // in round 1, 3, 10
	}{
		"doubled": {`func f() { d := 1; for { _ = d; d *= 2 } }`, []string{"1..1 4..4 512..512"}},
		"capped":  {`func f() { d := 1; for { _ = d; d *= 2; if d > 30 { d = 30 } } }`, []string{"1..1 4..4 30..30"}},
		"of a counter": {`
			func f() { for i := 0; i < 20; i++ { _ = time.Second << i; _ = i + 1 } }`,
			[]string{"1e+09..1e+09 4e+09..4e+09 5.12e+11..5.12e+11", "1..1 3..3 10..10"}},
		"of a range": {`
			func f() { for i := range 20 { _ = i } }`, []string{"0..0 2..2 9..9"}},
		"Fibonacci": {`
			func f() { a, b := 1, 1; for { _ = a; a, b = b, a+b } }`, []string{"1..1 2..2 55..55"}},
		"drawn": {`
			func f() { d := 10; for { _ = d + rand.IntN(d); d *= 2 } }`, []string{"10..19 drawn 40..79 drawn 5120..10239 drawn"}},
		"by a function": {`
			func delay(n int) int { if n > 4 { return 50 }; return n * 10 }
			func f() { for i := 1; ; i++ { _ = delay(i) } }`, []string{"10..10 30..30 50..50"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string {
				return showRange(s.v.AtRound(a.e, a.r, 1)) + " " + showRange(s.v.AtRound(a.e, a.r, 3)) + " " + showRange(s.v.AtRound(a.e, a.r, 10))
			})
		})
	}
}
