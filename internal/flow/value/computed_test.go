package value

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

func TestComputed(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"conversions": {`
			func f(n int, m int64) { d := time.Duration(n); _ = d; e := time.Duration(m); _ = e; _ = time.Duration(n) * time.Second; _ = max(d, 5) }`,
			[]string{"time.Duration! | n d", "time.Duration! | m e", "time.Duration | n", "time.Duration! max! | n d"}},
		"variables, in all rounds": {`
			func f() { d := 1; for { _ = d; d = d*2 + rand.IntN(d) } }`, []string{"rand.IntN! | d"}},
		"functions and what they are given": {`
			func jitter(d int) int { return d + rand.IntN(d) }
			func base() int { return 5 }
			func f() { _ = jitter(base()) }`, []string{"rand.IntN!~ jitter! base! | d"}},
		"a field": {`
			type T struct { d int }
			func (t *T) next() int { t.d += rand.IntN(3); return t.d }
			func f(t *T) { for { t.next(); _ = t.d } }`, []string{"rand.IntN!~ | d"}},
		"what is not in sight": {`
			type B interface { Next() time.Duration }
			func f(b B) { d := b.Next(); _ = d.Seconds(); _ = 3 }`, []string{"b.Next! d.Seconds! | d", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string {
				got := s.v.Computed(a.e)
				var out []string
				for _, c := range got.Calls {
					name := types.ExprString(c.Call.Fun)
					if c.Plain {
						name += "!"
					}
					if !c.Here {
						name += "~"
					}
					out = append(out, name)
				}
				for i, v := range got.Vars {
					if i == 0 {
						out = append(out, "|")
					}
					out = append(out, v.Name())
				}
				for _, fn := range got.Inside {
					if _, ok := fn.(*ast.FuncDecl); !ok {
						t.Errorf("inside %T", fn)
					}
				}
				return strings.Join(out, " ")
			})
		})
	}
}
