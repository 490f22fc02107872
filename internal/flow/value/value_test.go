package value

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// snippet is a package with questions: each statement that assigns an expression to
// the blank variable asks about it, in the region of the loop around it or, outside
// of all, of the function.
type snippet struct {
	v    *Values
	pass *analysis.Pass
	asks []ask
}

type ask struct {
	e    ast.Expr
	r    Region
	line int
}

var std = struct {
	sync.Mutex
	fset *token.FileSet
	imp  types.Importer
}{}

// With -trimpath, package go/build does not know where the standard library is.
func init() {
	if build.Default.GOROOT == "" {
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			panic(err)
		}
		build.Default.GOROOT = strings.TrimSpace(string(out))
	}
}

// load type-checks a snippet. What is missing of the package clause and of imports
// is added.
func load(t testing.TB, src string) *snippet {
	t.Helper()
	std.Lock()
	defer std.Unlock()
	if std.imp == nil {
		build.Default.CgoEnabled = false
		std.fset = token.NewFileSet()
		std.imp = importer.ForCompiler(std.fset, "source", nil)
	}
	file, err := parser.ParseFile(std.fset, "snippet.go", complete(src), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: std.imp, GoVersion: "go1.26"}
	pkg, err := conf.Check("snippet", std.fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	s := &snippet{pass: &analysis.Pass{Fset: std.fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info}}
	s.v = New(s.pass, nil)
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == 1 && types.ExprString(a.Lhs[0]) == "_" {
			s.asks = append(s.asks, ask{a.Rhs[0], around(stack), std.fset.Position(a.Pos()).Line})
		}
		return true
	})
	return s
}

// around is the innermost loop of the innermost function of a stack that has one.
func around(stack []ast.Node) Region {
	var body Region
	for _, n := range slices.Backward(stack) {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return Region{From: n.Pos(), To: n.End()}
		case *ast.FuncDecl:
			if n.Body == nil {
				return body
			}
			body = Region{From: n.Body.Pos(), To: n.Body.End()}
		case *ast.LabeledStmt:
			if _, isLoop := n.Stmt.(*ast.ForStmt); !isLoop {
				return Region{From: n.Pos(), To: enclosing(stack).End()}
			}
		}
	}
	return body
}

func enclosing(stack []ast.Node) ast.Node {
	for _, n := range slices.Backward(stack) {
		if f, ok := n.(*ast.FuncDecl); ok {
			return f
		}
	}
	return stack[0]
}

var known = []string{"context", "errors", "flag", "math", "math/rand/v2", "net/http", "sync", "sync/atomic", "time", "encoding/json"}

func complete(src string) string {
	var b strings.Builder
	b.WriteString("package snippet\n")
	for _, path := range known {
		name := path[strings.LastIndex(path, "/")+1:]
		if name == "v2" {
			name = "rand"
		}
		if strings.Contains(src, name+".") {
			fmt.Fprintf(&b, "import %q\n", path)
		}
	}
	b.WriteString(src)
	return b.String()
}

// check compares the answers to the questions of a snippet with those expected, by
// order.
func check(t *testing.T, src string, want []string, answer func(*snippet, ask) string) {
	t.Helper()
	s := load(t, src)
	if len(s.asks) != len(want) {
		t.Fatalf("%d questions, %d answers expected", len(s.asks), len(want))
	}
	for i, a := range s.asks {
		if got := answer(s, a); got != want[i] {
			t.Errorf("question %d: %s\n got %s\nwant %s\n%s", i+1, types.ExprString(a.e), got, want[i], src)
		}
	}
	if s.v.rel.Pkg == nil {
		t.Errorf("not built:\n%s", src)
	}
}
