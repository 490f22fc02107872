package value

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

var kinds = map[Kind]string{
	Unknown: "unknown", Const: "const", Zero: "zero", Parameter: "param", Field: "field", Variable: "var", Call: "call",
	Literal: "literal", Function: "func", Object: "object", Received: "received", Element: "element",
}

func show(list []Origin) string {
	var out []string
	for _, o := range list {
		s := kinds[o.Kind]
		switch {
		case o.Kind == Call:
			s = types.ExprString(o.Node.(*ast.CallExpr).Fun) + "()"
			if o.Index > 0 {
				s += fmt.Sprint("#", o.Index)
			}
		case o.Kind == Const && o.Const == nil:
			s = "nil"
		case o.Kind == Const:
			s = o.Const.String()
		case o.Var != nil:
			s = o.Var.Name() + o.Path
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestOrigins(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"calls, constants, parameters": {`
			func g() int
			func f(p int, b bool) { x := g(); _ = x; if b { x = 3 }; _ = x; x = p; _ = x }`,
			[]string{"g()", "g() 3", "p"}},
		"several results": {`
			func g() (int, error)
			func f() { n, err := g(); _ = n; _ = err }`, []string{"g()", "g()#1"}},
		"fields, instance by instance": {`
			type T struct { n int; in struct { m int } }
			func f(a, b *T) { _ = a.n; a.n = 3; _ = a.n; _ = b.n; _ = b.in.m }`,
			[]string{"a.n", "3", "b.n", "b.in.m"}},
		"a field of a copy": {`
			type T struct { n int }
			func f(a *T) { c := *a; c.n = 4; _ = c.n; _ = a.n }`, []string{"4", "a.n"}},
		"a struct that a call gives": {`
			type T struct { n int }
			func g() T
			func f() { x := g(); x.n = 2; _ = x.n; y := g(); _ = y.n }`, []string{"2", "field"}},
		"the operation that is replaced if there is none": {`
			func f(op func() error) { if op == nil { op = func() error { return nil } }; _ = op }`, []string{"op literal"}},
		"a captured variable": {`
			func g() error
			func f(retry func(func() error)) { var err error; retry(func() error { err = g(); return err }); _ = err }`,
			[]string{"zero retry() g()"}},
		"a literal that is called at once": {`
			func g() error
			func f() { err := func() error { return g() }(); _ = err }`, []string{"g()"}},
		"a helper of the function": {`
			func g() error
			func f() { do := func() error { return g() }; err := do(); _ = err }`, []string{"g()"}},
		"an out parameter": {`
			func get(p *int) error
			func f() { var n int; get(&n); _ = n }`, []string{"zero get()"}},
		"a field that a method of the package sets": {`
			type T struct { n, m int }
			func (t *T) set(n int) { t.n = n }
			func f(t *T) { t.n, t.m = 1, 2; t.set(5); _ = t.m; _ = t.n }`, []string{"2", "t.set() 1"}},
		"variables of the package": {`
			var limit int
			var cfg struct { n int }
			func f() { _ = limit; _ = cfg.n }`, []string{"limit", "cfg.n"}},
		"conversions and assertions": {`
			func g() any
			func f(n int) { _ = time.Duration(n); x := g().(int); _ = x }`, []string{"n", "g()"}},
		"arithmetic is no origin": {`
			func f(n int) { _ = n + 1 }`, []string{"unknown"}},
		"what is received": {`
			func g() error
			func f(in chan error) { _ = <-in; ch := make(chan error); go func() { ch <- g() }(); err := <-ch; _ = err }`,
			[]string{"received", "g()"}},
		"from round to round": {`
			func g() int
			func f() { n := 0; for { _ = n; n = g() } }`, []string{"0 g()"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string { return show(s.v.Origins(a.e, Follow{})) })
		})
	}
}

func TestOriginsFollow(t *testing.T) {
	src := `
		func g() int
		func h() int { return g() }
		func f(ctx context.Context) {
			c, cancel := context.WithTimeout(context.Background(), 1)
			defer cancel()
			_ = c
			ctx, cancel = context.WithCancel(ctx)
			_ = ctx
			_ = h()
		}`
	how := Follow{Inside: true, Call: func(c *ast.CallExpr) []int {
		if strings.HasPrefix(types.ExprString(c.Fun), "context.With") {
			return []int{0}
		}
		return nil
	}}
	check(t, src, []string{"context.Background()", "ctx", "g()"}, func(s *snippet, a ask) string {
		return show(s.v.Origins(a.e, how))
	})
}

func TestParts(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"arithmetic": {`
			func g() int
			func f(n int) { x := n*2 + g(); _ = x }`, []string{"g() n 2"}},
		"a random share": {`
			func f(d time.Duration) { j := rand.N(d / 2); _ = d/2 + j }`, []string{"rand.N() d 2"}},
		"elements": {`
			func f(list []int, i int) { _ = list[i] }`, []string{"list i list[]"}},
		"appended": {`
			func g() error
			func f() { var errs []error; for range 3 { errs = append(errs, g()) }; _ = errors.Join(errs...) }`,
			[]string{"errors.Join()"}},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, c.want, func(s *snippet, a ask) string {
				got := strings.Fields(show(s.v.Parts(a.e, Follow{})))
				want := strings.Fields(c.want[0])
				for _, w := range want { // in any order
					for i, g := range got {
						if g == w {
							got = append(got[:i], got[i+1:]...)
							break
						}
					}
				}
				if len(got) == 0 {
					return c.want[0]
				}
				return show(s.v.Parts(a.e, Follow{}))
			})
		})
	}
}
