package value

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

func TestLiterals(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want string
	}{
		"called at once": {`func f() { for { func() {}(); _ = 1 } }`, "called"},
		"called by name": {`func f() { g := func() {}; for { g(); _ = 1 } }`, "called"},
		"deferred":       {`func f() { for { defer func() {}(); _ = 1 } }`, "deferred"},
		"not called":     {`func f() { for { g := func() {}; h := g; var x any = h; x = x; _ = 1 } }`, ""},
		"handed to one that runs it": {`
			func run(func()) 
			func f() { for { run(func() {}); _ = 1 } }`, "passed"},
		"handed to one that keeps it": {`
			func keep(func()) 
			func f() { for { keep(func() {}); _ = 1 } }`, ""},
		"by a method that runs it": {`
			type T struct{}
			func (T) run(int, func())
			func f(t T) { for { t.run(1, func() {}); _ = 1 } }`, "passed"},
		"started":             {`func f() { for { go func() {}(); _ = 1 } }`, "started"},
		"joined":              {`func f() { for { var wg sync.WaitGroup; wg.Add(1); go func() { wg.Done() }(); wg.Wait(); _ = 1 } }`, "joined"},
		"joined by a group":   {`func f() { for { var wg sync.WaitGroup; wg.Go(func() {}); wg.Wait(); _ = 1 } }`, "joined"},
		"joined by a channel": {`func f() { for { ch := make(chan int); go func() { ch <- 1 }(); <-ch; _ = 1 } }`, "joined"},
		"outside of the loop": {`func f() { func() {}(); for { _ = 1 } }`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, c.src, []string{c.want}, func(s *snippet, a ask) string {
				var out []string
				for _, l := range s.v.Literals(a.r, func(c *ast.CallExpr, i int) bool {
					return strings.HasSuffix(types.ExprString(c.Fun), "run")
				}) {
					out = append(out, [...]string{"called", "deferred", "passed", "joined", "started"}[l.How])
				}
				return strings.Join(out, " ")
			})
		})
	}
}

func TestEscapes(t *testing.T) {
	s := load(t, `
		var kept, set int
		var Exported int
		var p = &kept
		func init() { flag.IntVar(&set, "n", 0, "") }
		func use(*int)
		func f(run func(func())) {
			plain, handed, captured, stored := 1, 2, 3, 4
			use(&handed)
			run(func() { captured++ })
			q := &stored
			var x = struct{ p *int }{q}
			_, _, _, _ = plain, captured, x, handed
		}`)
	want := map[string]bool{"kept": true, "set": true, "Exported": true, "plain": false, "handed": true, "captured": false, "stored": true}
	for id, obj := range s.pass.TypesInfo.Defs {
		v, ok := obj.(*types.Var)
		if escapes, asked := want[id.Name]; ok && asked {
			if got := s.v.Escapes(v); got != escapes {
				t.Errorf("%s escapes: %v, want %v", id.Name, got, escapes)
			}
		}
	}
}
