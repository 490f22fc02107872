package value

import "testing"

func TestConstant(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"a literal, a constant, a variable assigned once": {`
			const most = 3
			func f() { n := 3; k := n; _ = 5; _ = most; _ = k; _ = n * 2 }`, []string{"5", "3", "3", "6"}},
		"a variable that a flag sets": {`
			func f() { n := 3; flag.IntVar(&n, "n", 3, ""); flag.Parse(); for range n { _ = n } }`, []string{"-"}},
		"before the flag sets it": {`
			func f() { n := 3; _ = n; flag.IntVar(&n, "n", 3, "") }`, []string{"3"}},
		"two constants": {`
			func f(b bool) { n := 3; if b { n = 4 }; _ = n; if b { n = 7 } else { n = 7 }; _ = n }`, []string{"-", "7"}},
		"assigned by a literal that runs before": {`
			func f(g func(func())) { n := 3; g(func() { n = 4 }); _ = n }`, []string{"-"}},
		"assigned by a literal that is kept": {`
			func f(g func()) { n := 3; h := func() { n = 4 }; g = h; g(); _ = n }`, []string{"-"}},
		"captured and never assigned": {`
			func f(g func(func())) { n := 3; g(func() { _ = n }); _ = n }`, []string{"3", "3"}},
		"a variable of the package": {`
			var tries = 5
			var set = 5
			func g() { set = 6 }
			func f() { _ = tries; _ = set }`, []string{"5", "-"}},
		"an exported one": {`
			var Tries = 5
			func f() { _ = Tries }`, []string{"5 by default"}},
		"one whose address is handed out": {`
			var tries = 5
			func init() { flag.IntVar(&tries, "tries", 5, "") }
			func f() { _ = tries }`, []string{"-"}},
		"one whose address is kept": {`
			var tries = 5
			var p = &tries
			func f() { *p = 7; _ = tries }`, []string{"-"}},
		"a field of a literal of the package": {`
			type policy struct { Steps int; Factor float64 }
			var backoff = policy{Steps: 5, Factor: 2}
			var shared = &policy{Steps: 6}
			var dirty = policy{Steps: 7}
			func g() { dirty.Steps = 8 }
			func f() { _ = backoff.Steps; _ = backoff.Factor; _ = shared.Steps; _ = shared.Factor; _ = dirty.Steps }`,
			[]string{"5", "2", "6", "0", "-"}},
		"a field of a local": {`
			type policy struct { Steps, Max int }
			func use(*policy)
			func f() { p := policy{Steps: 5}; _ = p.Steps; _ = p.Max; q := &p; q.Steps = 6; _ = p.Steps; use(&p); _ = p.Steps }`,
			[]string{"5", "0", "6", "-"}},
		"a field of another instance": {`
			type policy struct { Steps int }
			func f(a, b *policy) { a.Steps = 3; b.Steps = 4; _ = a.Steps; _ = b.Steps }`, []string{"3", "4"}},
		"a parameter, a call": {`
			func g() int { return 4 }
			func h() int
			func f(n int) { _ = n; _ = g(); _ = h() }`, []string{"-", "4", "-"}},
		"the length of a list": {`
			func f() { list := []time.Duration{1, 2, 3}; _ = len(list) }`, []string{"3"}},
		"arithmetic and conversions": {`
			func f() { d := 2; s := time.Duration(d) * time.Second; _ = s; _ = min(s, time.Minute); x := 1.5; _ = int(x * 3) }`,
			[]string{"2000000000", "2000000000", "4"}},
		"unchanged in a loop": {`
			func f() { n := 3; for i := 0; i < n; i++ { _ = n; _ = i } }`, []string{"3", "-"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string {
				c, sure := s.v.Constant(a.e)
				switch sure {
				case Fixed:
					return c.String()
				case Default:
					return c.String() + " by default"
				}
				return "-"
			})
		})
	}
}

func TestConstantField(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"of a variable of the package": {`
			type policy struct { Steps int; Factor float64 }
			var backoff = policy{Steps: 5, Factor: 2}
			func f() { _ = backoff; _ = &backoff }`, []string{"5", "5"}},
		"of a local": {`
			type policy struct { Steps int; Factor float64 }
			func f() { p := policy{Steps: 5}; _ = p; p.Steps = 6; _ = p; q := &policy{Steps: 7}; _ = q }`, []string{"5", "6", "7"}},
		"of a literal": {`
			type policy struct { Steps int; Factor float64 }
			func f() { _ = policy{Steps: 5}; _ = policy{}; _ = &policy{Steps: 3} }`, []string{"5", "0", "3"}},
		"of a parameter": {`
			type policy struct { Steps int }
			func f(p policy, q *policy) { _ = p; _ = q }`, []string{"-", "-"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string {
				if c, sure := s.v.Constant(a.e, "Steps"); sure != NotConstant {
					return c.String()
				}
				return "-"
			})
		})
	}
}
