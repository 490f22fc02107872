package site_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
)

// TestOrder declares functions that retry, and lead to each other, in all orders:
// what is said of them must not go by which is asked first.
func TestOrder(t *testing.T) {
	functions := []string{`
func First(url string) (err error) {
	for range 3 {
		if err = second(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
`, `
func second(url string) error {
	if url == "" {
		return Third(url)
	}
	return get(url)
}
`, `
func Third(url string) (err error) {
	for range 5 {
		if err = Fourth(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
`, `
func Fourth(url string) error {
	if len(url) == 1 {
		return First(url + url)
	}
	return get(url)
}
`, `
func Fifth(url string) error { return second(url) }
`}
	header := "package order\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n"
	helper := `
func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`
	dir := t.TempDir()
	write(t, dir, "go.mod", "module order\n\ngo 1.26\n")
	write(t, dir, "order.go", header+helper+"\nvar _ = time.Second\n")
	imports := load(t, dir, ".")[0].Types.Imports()
	var want, first string
	for order := range permutations(len(functions)) {
		var src strings.Builder
		src.WriteString(header)
		for _, i := range order {
			src.WriteString(functions[i])
		}
		src.WriteString(helper)
		got := factOf(t, src.String(), imports)
		if want == "" {
			want, first = got, fmt.Sprint(order)
		}
		if got != want {
			t.Errorf("in the order %v:\n%s\nin the order %s:\n%s", order, got, first, want)
		}
	}
	for _, row := range []string{"First retries (attempts 15, order.First > order.second > order.Third)", "Third retries (attempts 15, order.Third > order.Fourth > order.First)"} {
		if !strings.Contains(want, row) {
			t.Errorf("no %q in\n%s", row, want)
		}
	}
}

// factOf is the fact that the model exports of a package, given what that imports.
func factOf(t *testing.T, src string, imports []*types.Package) string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "order.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: listed(imports), GoVersion: "go1.26"}
	pkg, err := conf.Check("order", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	results := map[*analysis.Analyzer]any{}
	out := ""
	for _, a := range []*analysis.Analyzer{summary.Analyzer, site.Analyzer} {
		result, err := a.Run(&analysis.Pass{
			Analyzer: a, Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
			ResultOf:          results,
			Report:            func(analysis.Diagnostic) {},
			ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
			ExportPackageFact: func(f analysis.Fact) { out = fmt.Sprint(f) },
		})
		if err != nil {
			t.Fatal(err)
		}
		results[a] = result
	}
	return out
}

// listed imports the packages of a list.
type listed []*types.Package

func (l listed) Import(path string) (*types.Package, error) {
	i := slices.IndexFunc(l, func(p *types.Package) bool { return p.Path() == path })
	if i < 0 {
		return nil, fmt.Errorf("no package %q", path)
	}
	return l[i], nil
}

// permutations yields all orders of n numbers.
func permutations(n int) func(func([]int) bool) {
	return func(yield func([]int) bool) {
		var place func(order []int) bool
		place = func(order []int) bool {
			if len(order) == n {
				return yield(order)
			}
			for i := range n {
				if !slices.Contains(order, i) && !place(append(slices.Clone(order), i)) {
					return false
				}
			}
			return true
		}
		place(nil)
	}
}
