package value

import (
	"go/ast"
	"go/types"
	"testing"
)

func showHold(s *snippet, r Recurrence) string {
	if r.Growth != Multiplies {
		return showRecurrence(r)
	}
	out := map[Hold]string{Free: "free", Late: "late", Held: "held"}[r.Hold]
	for _, n := range r.Terms {
		if e, ok := n.(ast.Expr); ok {
			out += " " + types.ExprString(e)
		} else {
			a := n.(*ast.AssignStmt)
			out += " " + types.ExprString(a.Lhs[0]) + " " + a.Tok.String() + " " + types.ExprString(a.Rhs[0])
		}
	}
	for _, v := range r.Vars {
		out += " [" + v.Name() + "]"
	}
	return out
}

func TestHold(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"nothing": {`
			func f() { for d := 1; ; d *= 2 { _ = d; _ = d + d/2; _ = time.Duration(d)*time.Second } }`,
			[]string{"free d *= 2 [d]", "free d *= 2 [d]", "free d *= 2 [d]"}},
		"the number of rounds is no maximum": {`
			func ok() bool
			func f(n int) { for i := 0; i < n; i++ { _ = 1 << i }; for i := range n { if i >= n-1 { break }; _ = time.Second << i }; for i := 0; ; i++ { if i > n { return }; _ = math.Pow(2, float64(i)) } }`,
			[]string{"free 1 << i [i]", "free time.Second << i", "free math.Pow(2, float64(i)) [i]"}},
		"nor is a wait that the last round leaves out": {`
			func f(n int) { for i := 0; ; i++ { if i < n { _ = 1 << i } } }`, []string{"free 1 << i [i]"}},
		"but a delay that ends the rounds is": {`
			func f(n int) { for d := 1; d < n; d *= 2 { _ = d } }
			func g(n int) { sum := 0; for d := 1; sum < n; d *= 2 { _ = d; if sum += d; sum > n { return } } }`, []string{"held d *= 2 [d]", "free d *= 2 [d]"}},
		"a comparison that decides": {`
			func f(n int) { d := 1; for { _ = d; d *= 2; if d > n { d = n } } }
			func g(n int) { d := 1; for { _ = d; if d < n { d *= 2 } } }
			func h(n int) { d := 1; for { grow := d < n; _ = d; if grow { d *= 2 } } }
			func i(n int) { d := 1; for { _ = d; if d*2 > n { d = n } else { d *= 2 } } }`,
			[]string{"held d *= 2 [d]", "held d *= 2 [d]", "held d *= 2 [d]", "held d *= 2 [d]"}},
		"a comparison that decides nothing": {`
			func log(int)
			func f(n int) { d := 1; for { if d > n { log(d) }; _ = d; d *= 2 } }`, []string{"free d *= 2 [d]"}},
		"a floor": {`
			func f(n int) { for i := 0; ; i++ { d := 1 << i; if d < n { d = n }; _ = d } }`, []string{"free 1 << i [i]"}},
		"a maximum that may be turned off": {`
			type policy struct { most, cur time.Duration }
			func op(*policy)
			func (p *policy) f() { d := time.Second; for { _ = d; d *= 2; if p.most > 0 && d > p.most { d = p.most } } }
			func (p *policy) g() { d := time.Second; for { _ = d; op(p); if p.most == 0 || d < p.most { d *= 2 } } }
			func (p *policy) next() time.Duration { p.cur *= 2; if p.most <= 0 || p.cur < p.most { return p.cur }; return p.most }
			func (p *policy) h() { for { d := p.next(); _ = d } }
			func i(most float64) { for n := 0; ; n++ { w := math.Pow(2, float64(n)); if most > 0 { w = min(w, most) }; _ = w } }`,
			[]string{"held d *= 2 [d]", "held d *= 2 [d]", "late p.cur *= 2", "held math.Pow(2, float64(n)) [n]"}},
		"a maximum in some rounds only": {`
			func ok() bool
			func f(n int) { d := 1; for { _ = d; d *= 2; if ok() && d > n { d = n } } }`, []string{"free d *= 2 [d]"}},
		"too late": {`
			func f(n int) { for d := 1; ; d *= 2 { _ = min(d, n) } }
			func g(n int) { for i := 0; ; i++ { d := 1 << i; if d > n { d = n }; _ = d } }
			func h(n int) { for i := 0; ; i++ { d := 1 << i; if d <= 0 || d > n { d = n }; _ = d } }
			func i(n int) { for i := 0; ; i++ { _ = min(int(math.Pow(2, float64(i))), n); _ = int(min(math.Pow(2, float64(i)), float64(n))) } }`,
			[]string{"late d *= 2 [d]", "late 1 << i [i]", "held 1 << i [i]", "late math.Pow(2, float64(i)) [i]", "held math.Pow(2, float64(i)) [i]"}},
		"the exponent": {`
			func f(n int) { for i := 0; ; i++ { _ = 1 << min(i, n); _ = 1 << (i % n) } }
			func g() { for i := 0; ; i++ { s := i; if s > 6 { s = 6 }; _ = 1 << s } }
			func h() { n := 0; for { _ = 1 << n; if n < 5 { n++ } } }
			func i() { for i := 0; ; i++ { d := 60; if i < 5 { d = 1 << i }; _ = d } }`,
			[]string{"held 1 << min(i, n) [i]", "same", "held 1 << s [i]", "held 1 << n [n]", "held 1 << i [i]"}},
		"in a function": {`
			func capped(n int) int { if n > 6 { return 60 }; return 1 << n }
			func open(n int) int { return 1 << n }
			func loop(n int) int { d := 1; for range n { d *= 2 }; return d }
			func until(n int) int { d := 1; for i := 0; i < n && d < 60; i++ { d *= 2 }; return d }
			func f() { for i := 0; ; i++ { _ = capped(i); _ = open(i); _ = loop(i); _ = until(i); _ = min(open(i), 60) } }`,
			[]string{"held 1 << n [i]", "free 1 << n [i]", "free d *= 2 [i]", "held d *= 2 [i]", "late 1 << n [i]"}},
		"by itself": {`
			func try() error
			func f(n, most int) { if try() == nil || n > most { return }; _ = 1 << n; f(n+1, most) }
			func g(d int) { _ = d; g(d*2) }
			func h(d, most int) { _ = d; h(min(d*2, most), most) }`,
			[]string{"free 1 << n [n]", "free d * 2 [d]", "held d * 2 [d]"}},
		"a maximum that is read where ways meet": {`
			type P struct { base, most int }
			func (p *P) next(n int) int { d := p.base << n; if d < 0 || d > p.most { d = p.most }; return d/2 + rand.IntN(d/2) }
			func f(p *P, ok bool) { for i := 0; ; i++ { if ok { println(i) }; d := p.next(i); _ = d } }`, []string{"held p.base << n [i]"}},
		"captured": {`
			func f() { d := 1; grow := func() int { e := d; d *= 2; if d > 60 { d = 60 }; return e }; for { e := grow(); _ = e; _ = d } }
			func g() { d := 1; grow := func() { d *= 2 }; for { _ = d; grow() } }
			func h() { d := 1; for { _ = d; func() { if d < 60 { d *= 2 } }() } }`,
			[]string{"held d *= 2 [d]", "held d *= 2 [d]", "free d *= 2 [d]", "held d *= 2 [d]"}},
		"two variables": {`
			func f() { a, b := 1, 1; for { _ = a; a, b = b, a+b } }
			func g(n int) { d := 1; for { s := d; _ = s; d = min(s*2, n) } }`, []string{"free", "held s * 2 [d]"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string { return showHold(s, s.v.Recurrence(a.e, a.r)) })
		})
	}
}

func TestReturned(t *testing.T) {
	for src, want := range map[string]string{
		`func f(n int) time.Duration { return time.Second << n }`:                                                                 "free time.Second << n [n]",
		`func f(n int) time.Duration { if n > 10 { n = 10 }; return time.Second << n }`:                                           "held time.Second << n [n]",
		`func f(n int) time.Duration { d := time.Second << n; if d > time.Minute { return time.Minute }; return d }`:              "late time.Second << n [n]",
		`func f(n int) time.Duration { x := math.Pow(2, float64(n)); if x > 60 { return time.Minute }; return time.Duration(x) }`: "held math.Pow(2, float64(n)) [n]",
		`func f(n int) (d time.Duration) { d = 1; for range n { d *= 2 }; return d }`:                                             "free d *= 2 [n]",
		`type T struct { d time.Duration }
		 func (t *T) f() time.Duration { t.d *= 2; return t.d }`: "free t.d *= 2",
		`type T struct { d time.Duration }
		 func (t *T) f() time.Duration { d := t.d; t.d = min(2*d, time.Minute); return d }`: "held 2 * d",
		`func f(base time.Duration) time.Duration { return base * 2 }`: "same",
	} {
		s := load(t, src)
		var fn ast.Node
		for _, d := range s.pass.Files[0].Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				fn = d
			}
		}
		if got := showHold(s, s.v.Returned(fn)); got != want {
			t.Errorf("%s\n got %s\nwant %s", src, got, want)
		}
	}
}
