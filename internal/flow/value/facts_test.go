package value

import (
	"fmt"
	"strings"
	"testing"
)

// Each of these was once answered wrongly.
func TestWrongFacts(t *testing.T) {
	for name, c := range map[string]struct {
		src    string
		want   []string
		answer func(*snippet, ask) string
	}{
		"the limit of a flag is no constant": {`
			func op() error
			func f() { n := 3; flag.IntVar(&n, "n", 3, ""); flag.Parse(); for i := 0; i < n; i++ { _ = n; op() } }`,
			[]string{"0"}, func(s *snippet, a ask) string {
				_, sure := s.v.Constant(a.e)
				return fmt.Sprint(sure)
			}},
		"a limit of one instance does not bound another": {`
			type T struct { tries int }
			func op() error
			func f(a, b *T) { for a.tries < 3 { _ = a.tries; _ = b.tries; op(); b.tries++ } }`,
			[]string{"same", "adds +1 from ?..? held"}, func(s *snippet, a ask) string { return showRecurrence(s.v.Recurrence(a.e, a.r)) }},
		"a comparison that limits nothing is no cap": {`
			func log(string)
			func delay(n int) time.Duration { if n > 3 { log("slow") }; return time.Second << n }
			func capped(n int) time.Duration { if n > 3 { return 8 * time.Second }; return time.Second << n }
			func f() { for n := 0; ; n++ { _ = delay(n); _ = capped(n) } }`,
			[]string{"false", "true"}, func(s *snippet, a ask) string { return fmt.Sprint(s.v.Bound(a.e).Limited) }},
		"a policy of the package is known": {`
			type policy struct { Steps int; Factor float64 }
			var backoff = policy{Steps: 5, Factor: 2}
			func retry(policy)
			func f() { _ = backoff; retry(backoff) }`,
			[]string{"5 2"}, func(s *snippet, a ask) string {
				steps, _ := s.v.Constant(a.e, "Steps")
				factor, _ := s.v.Constant(a.e, "Factor")
				return fmt.Sprint(steps, " ", factor)
			}},
		"a delay by way of two variables grows": {`
			func f() { delay := time.Second; for { sleep := delay; _ = sleep; delay = sleep * 2 } }`,
			[]string{"multiplies *2 from 1e+09..1e+09"}, func(s *snippet, a ask) string { return showRecurrence(s.v.Recurrence(a.e, a.r)) }},
		"a Fibonacci delay is no linear one": {`
			func f() { a, b := time.Second, time.Second; for { _ = a; a, b = b, a+b } }`,
			[]string{"multiplies"}, func(s *snippet, a ask) string { return showRecurrence(s.v.Recurrence(a.e, a.r)) }},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.src, c.want, c.answer) })
	}
}

// TestOthersDoNotMatter asks the same question beside much other code.
func TestOthersDoNotMatter(t *testing.T) {
	one := `func helper(a, b, c, d, e, g, h, i bool, n int) int {
			if a { n += 1 }; if b { n += 2 }; if c { n += 3 }; if d { n += 4 }; if e { n += 5 }; if g { n += 6 }; if h { n += 7 }; if i { n += 8 }
			return n }`
	body := `func f%d(a bool) { d := 1; for { d = helper(a, a, a, a, a, a, a, a, d) * 2; _ = d } }
`
	var src strings.Builder
	src.WriteString(one + "\n")
	for i := range 64 {
		fmt.Fprintf(&src, body, i)
	}
	s := load(t, src.String())
	alone := load(t, one+"\n"+fmt.Sprintf(body, 0))
	want := showRecurrence(alone.v.Recurrence(alone.asks[0].e, alone.asks[0].r)) + showRange(alone.v.Bound(alone.asks[0].e))
	for _, a := range s.asks {
		if got := showRecurrence(s.v.Recurrence(a.e, a.r)) + showRange(s.v.Bound(a.e)); got != want {
			t.Fatalf("line %d: %s, want %s as if it stood alone", a.line, got, want)
		}
	}
}
