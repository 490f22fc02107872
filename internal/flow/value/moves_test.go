package value

import (
	"go/types"
	"strings"
	"testing"
)

var movements = []struct {
	m    Movement
	name string
}{{Counts, "counts"}, {Indexes, "indexes"}, {Reslices, "reslices"}, {Ranges, "ranges"}, {Receives, "receives"}, {Draws, "draws"}, {Takes, "takes"}, {Pages, "pages"}, {Changes, "changes"}, {Unclear, "unclear"}}

func TestMoves(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"parameters, constants, locals": {`
			type T struct { n int }
			func f(p int, t *T) { n := 3; for { _ = p; _ = 5; _ = n + p; _ = t; _ = t.n; k := p * 2; _ = k } }`, []string{"", "", "", "", "", ""}},
		"a counter": {`
			func f(n int) { for i := 0; i < n; i++ { _ = i; _ = i + 1; _ = n } }`, []string{"counts", "counts", ""}},
		"an element by the counter": {`
			func f(list []string, m map[int]string) { for i := 0; i < 3; i++ { _ = list[i%len(list)]; _ = list[0]; _ = m[i]; _ = m[0] } }`,
			[]string{"indexes", "", "indexes", ""}},
		"a range": {`
			func f(list []string, m map[int]string) { for _, s := range list { _ = s }; for _, s := range m { _ = s } }`, []string{"indexes", "ranges"}},
		"popped": {`
			func f(list []string) { for len(list) > 0 { x := list[0]; list = list[1:]; _ = x; _ = list } }`, []string{"reslices", "reslices"}},
		"received": {`
			func f(ch chan int) { for { _ = <-ch; x, ok := <-ch; _ = x; _ = ok }; }
			func g(ch chan int) { for x := range ch { _ = x } }`, []string{"receives", "receives", "receives", "receives"}},
		"a random host": {`
			func f(hosts []string) { for { _ = hosts[rand.IntN(len(hosts))]; n := rand.IntN(3); _ = n } }`, []string{"indexes rand.IntN", "draws rand.IntN"}},
		"a connection taken each round": {`
			type conn struct{}
			func dial() *conn
			func f() { c := dial(); for { _ = c; d := dial(); _ = d } }`, []string{"", "takes dial"}},
		"the next page": {`
			func page(token string) (string, error)
			func f() { token := ""; for { _ = token; next, err := page(token); if err != nil { return }; token = next } }`, []string{"pages page"}},
		"two that feed each other": {`
			func g(int) int
			func f() { a, b := 1, 1; for { _ = a; a, b = g(b), g(a) } }`, []string{"pages g g"}},
		"another value in a branch": {`
			func ok() bool
			func f(a, b string) { x := a; for { _ = x; if ok() { x = b } } }`, []string{"changes"}},
		"a field that the round sets": {`
			type T struct { n int; s string }
			func f(t *T) { for { _ = t.n; _ = t.s; t.n++ } }`, []string{"counts", ""}},
		"made by a call of what moves": {`
			func url(i int) string
			func f(list []string) { for i := range 3 { _ = url(i); _ = url(len(list[i])) } }`, []string{"counts url", "indexes url"}},
		"filled by a call": {`
			func scan(into ...any) error
			func f() { for { var id int; if scan(&id) != nil { return }; _ = id } }`, []string{"changes scan"}},
		"what goes to the end of a list": {`
			func f(list []string) { for { _ = list[0]; list = append(list[1:], list[0]) } }`, []string{"reslices"}},
		"made anew from the same": {`
			type req struct { id string }
			func f(id string) { for { r := &req{id: id}; _ = r } }`, []string{""}},
		"made of what moves": {`
			type req struct { id int }
			func f() { for i := 0; ; i++ { r := &req{id: i}; _ = r } }`, []string{"counts"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string {
				m, calls := s.v.Moves(a.e, a.r, nil)
				var out []string
				for _, x := range movements {
					if m&x.m != 0 {
						out = append(out, x.name)
					}
				}
				for _, c := range calls {
					out = append(out, types.ExprString(c.Fun))
				}
				return strings.Join(out, " ")
			})
		})
	}
}
