package value

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// askAll asks every question about every expression of a file.
func askAll(s *snippet, file *ast.File) (asked int) {
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		r := around(stack)
		if !r.From.IsValid() {
			return true
		}
		asked++
		s.v.Recurrence(e, r)
		s.v.AtRound(e, r, 5)
		s.v.Bound(e)
		s.v.Constant(e)
		s.v.Constant(e, "n", "m")
		s.v.Moves(e, r, nil)
		return true
	})
	return asked
}

// FuzzQuestions asks everything about whatever parses, typed or not.
func FuzzQuestions(f *testing.F) {
	for _, seed := range []string{
		"func f() { d := 1; for { d *= 2; _ = d } }",
		"func f(x int) { L: for i := 0; i < x; i++ { if i == 2 { goto L }; x-- } }",
		"func f[T ~int](x T) T { for range 3 { x *= 2 }; return x }",
		"func seq(yield func(int) bool) { for i := 0; yield(i); i++ {} }\nfunc f() { n := 0; for x := range seq { n += x; if n > 3 { break } } }",
		"func f() (err error) { defer func() { if r := recover(); r != nil { err = nil } }(); for { err = f() } }",
		"type T struct { n int; next *T; *U }\ntype U struct { m []map[string]T }\nfunc (t *T) f() { for t != nil { t.next.next.next.n++; t.m[0][\"x\"].next.n--; t = t.next } }",
		"func f(ch chan int) { for { select { case x := <-ch: _ = x; case ch <- 1: default: }; g := func() { f(ch) }; go g(); defer g() } }",
		"var x = func() int { for i := 0; ; i++ { if i > 3 { return i } } }()\nfunc init() { x = 4 }\nfunc init() { x++ }",
		"func f(a, b int) (int, int) { for i := 0; i < 3; i++ { defer func() { a += i }() }; return f(b, a) }",
		"func f(x any) { switch y := x.(type) { case int: for y > 0 { y-- }; case string: _ = y; default: _ = y } }",
		"func f() { x := [3]int{1, 2}; for i, v := range x { x[i] = v * 2 }; p := &x[1]; *p = 3; _ = x[1] }",
		"func f() { var u undefined; for { u.x++ } }",
		"func f() { x := 1; for x > 0; { x = x.y } }",
		"func f() { for i := range 10 { func() { i++; func() { i *= 2 }() }(); _ = i } }",
		"type G[T any] struct { v T; n int }\nfunc (g *G[T]) inc() { g.n++ }\nfunc f(g *G[int]) { for { g.inc(); _ = g.n } }",
		"func f() { var x, y int; g := func() { x++; y = x }; h := func() { y++; x = y }; for x < y { g(); h(); if y > x { x = y } } }",
		"func f(p *int, q []int) { for *p < q[0] { h(p, &q[1]); if *p > q[1] { *p = q[1] }; q = q[1:] } }\nfunc h(*int, *int)",
		"func a(p *int) { *p++; b(p) }\nfunc b(p *int) { *p *= 2; a(p) }\nfunc f() { x := 1; for x > 0 { a(&x); b(&x) } }",
		"func f(g func(int) int) { a, b := 1, 1; for { a, b = g(b), g(a); _ = a } }",
		"func even(n int) int { if n == 0 { return 0 }; return odd(n-1) * 2 }\nfunc odd(n int) int { return even(n-1) + even(n-2) }\nfunc f() { for i := 0; ; i++ { _ = even(i) } }",
	} {
		f.Add(seed)
	}
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	f.Fuzz(func(t *testing.T, src string) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "fuzz.go", "package fuzz\n"+src, 0)
		if err != nil || len(file.Imports) > 0 || len(src) > 4000 || strings.Contains(src, "import") {
			return
		}
		s := typed(fset, imp, file)
		askAll(s, file)
	})
}

// typed type-checks files, whether they are right or not.
func typed(fset *token.FileSet, imp types.Importer, files ...*ast.File) *snippet {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: imp, GoVersion: "go1.26", Error: func(error) {}}
	pkg, _ := conf.Check("fuzz", fset, files, info)
	pass := &analysis.Pass{Fset: fset, Files: files, Pkg: pkg, TypesInfo: info}
	return &snippet{v: New(pass, nil), pass: pass}
}

// TestStandardLibrary asks everything about some packages of the standard library.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	paths := []string{"sort", "strconv", "bufio", "container/list", "net/textproto", "slices"}
	if more := os.Getenv("VALUE_PACKAGES"); more != "" {
		paths = strings.Split(more, ",")
	}
	load(t, "func f() {}") // makes the importer
	std.Lock()
	defer std.Unlock()
	for _, path := range paths {
		names, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", path, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatal(path, err)
		}
		var files []*ast.File
		for _, name := range names {
			if ok, _ := matches(name); ok {
				file, err := parser.ParseFile(std.fset, name, nil, 0)
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, file)
			}
		}
		s := typed(std.fset, std.imp, files...)
		asked := 0
		for _, file := range files {
			asked += askAll(s, file)
		}
		if s.v.rel.Pkg == nil || asked == 0 {
			t.Errorf("%s: not built", path)
		}
		t.Logf("%s: %d expressions", path, asked)
	}
}

func matches(name string) (bool, error) {
	if strings.HasSuffix(name, "_test.go") {
		return false, nil
	}
	return build.Default.MatchFile(filepath.Dir(name), filepath.Base(name))
}
