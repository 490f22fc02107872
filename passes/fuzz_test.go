package passes_test

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/passes"
)

// FuzzPipeline runs the whole pipeline, summaries, sites and checks, over
// arbitrary Go source: the golden files, changed byte by byte and, since few of
// such changes compile, statement by statement as edits says. Nothing panics,
// two runs report the same in the same order, and the syntax is as it was.
func FuzzPipeline(f *testing.F) {
	for _, src := range goldenFiles(f) {
		f.Add(src, []byte(nil))
		for i := range byte(8) {
			f.Add(src, []byte{i, 3 * i, 7 * i, i + 1, 5 * i, 11 * i})
		}
	}
	for _, src := range found {
		f.Add(src, []byte(nil))
	}
	f.Fuzz(func(t *testing.T, src string, edits []byte) {
		if len(edits) > 0 {
			if src = edit(src, edits); src == "" {
				return
			}
		}
		pkg := typecheck(src)
		if pkg == nil {
			return
		}
		before := fingerprint(pkg.files)
		first := pkg.run(t)
		if second := pkg.run(t); !slices.Equal(first, second) {
			t.Errorf("two runs differ:\n%s\n\n%s\n\n%s", strings.Join(first, "\n"), strings.Join(second, "\n"), src)
		}
		if fingerprint(pkg.files) != before {
			t.Errorf("the syntax has changed:\n%s", src)
		}
	})
}

// found are sources on which the pipeline once failed.
var found = []string{
	circles,
	// A way out that leads to an empty loop without end.
	`package p

import "net"

func accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			for {
			}
		}
		conn.Close()
	}
}
`,
}

//go:embed testdata/circles.go
var circles string

// goldenFiles reads the golden packages' sources.
func goldenFiles(tb testing.TB) []string {
	var out []string
	err := filepath.WalkDir("../analysistest_data", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		src, err := os.ReadFile(path)
		out = append(out, string(src))
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// source is one type-checked file.
type source struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
}

// imports are the packages that fuzzed source may import.
var imports = []string{
	"bufio", "bytes", "context", "crypto/rand", "database/sql", "encoding/json", "errors", "fmt", "io", "iter", "log", "math", "math/rand",
	"math/rand/v2", "net", "net/http", "net/smtp", "net/url", "os", "slices", "strconv", "strings", "sync", "sync/atomic", "testing", "time",
}

// std imports packages of the standard library from the go command's cache.
var std = sync.OnceValue(func() types.Importer {
	args := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}, imports...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		panic(fmt.Sprintf("go list: %v", err))
	}
	export := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		export[path] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if export[path] == "" {
			return nil, fs.ErrNotExist
		}
		return os.Open(export[path])
	})
})

// typecheck is nil where the source does not compile. Unused variables and
// imports are no matter.
func typecheck(src string) *source {
	s := &source{fset: token.NewFileSet()}
	file, err := parser.ParseFile(s.fset, "fuzz.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	for _, imp := range file.Imports {
		if !slices.Contains(imports, strings.Trim(imp.Path.Value, "`\"")) {
			return nil
		}
	}
	hard := false
	conf := types.Config{Importer: std(), GoVersion: "go1.26", Error: func(err error) {
		var e types.Error
		hard = hard || !errors.As(err, &e) || !e.Soft
	}}
	s.files = []*ast.File{file}
	s.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	s.pkg, _ = conf.Check("fuzz", s.fset, s.files, s.info)
	if hard {
		return nil
	}
	return s
}

// run runs all checks and renders what they report, in the order in which they
// do.
func (s *source) run(t testing.TB) []string {
	var out []string
	results := map[*analysis.Analyzer]any{}
	facts := map[string]analysis.Fact{}
	var do func(a *analysis.Analyzer)
	do = func(a *analysis.Analyzer) {
		if _, done := results[a]; done {
			return
		}
		for _, req := range a.Requires {
			do(req)
		}
		pass := &analysis.Pass{
			Analyzer: a, Fset: s.fset, Files: s.files, Pkg: s.pkg, TypesInfo: s.info, TypesSizes: types.SizesFor("gc", "amd64"),
			ResultOf: results, ReadFile: os.ReadFile,
			Report: func(d analysis.Diagnostic) {
				if !d.Pos.IsValid() || d.End.IsValid() && d.End < d.Pos {
					t.Errorf("%s: %q has no place", a.Name, d.Message)
				}
				out = append(out, fmt.Sprintf("%s: %s: %s", s.fset.Position(d.Pos), a.Name, d.Message))
			},
			ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
			ExportPackageFact: func(f analysis.Fact) { facts[a.Name] = f },
			ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
			ExportObjectFact:  func(types.Object, analysis.Fact) {},
			AllPackageFacts:   func() []analysis.PackageFact { return nil },
			AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		}
		result, err := a.Run(pass)
		if err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
		results[a] = result
	}
	for _, a := range passes.All() {
		do(a)
	}
	for name, f := range facts {
		out = append(out, fmt.Sprint(name, f))
	}
	slices.Sort(out[len(out)-len(facts):])
	return out
}

// fingerprint is a hash over all nodes with their places.
func fingerprint(files []*ast.File) uint64 {
	h := fnv.New64a()
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				io.WriteString(h, ")")
				return true
			}
			fmt.Fprintf(h, "(%T %d %d", n, n.Pos(), n.End())
			switch n := n.(type) {
			case *ast.Ident:
				io.WriteString(h, n.Name)
			case *ast.BasicLit:
				io.WriteString(h, n.Value)
			case *ast.BinaryExpr:
				io.WriteString(h, n.Op.String())
			case *ast.AssignStmt:
				io.WriteString(h, n.Tok.String())
			case *ast.BranchStmt:
				io.WriteString(h, n.Tok.String())
			}
			return true
		})
	}
	return h.Sum64()
}

// most is how many changes edit makes.
const most = 8

// edit changes the statements of a source, three bytes a change: what is done,
// where, and with what. It returns "" where the source cannot be parsed.
func edit(src string, edits []byte) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "fuzz.go", src, parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	edits = edits[:min(len(edits), 3*most)] // a statement in two places may double with each change
	for ; len(edits) >= 3; edits = edits[3:] {
		lists := statements(file)
		if len(lists) == 0 {
			break
		}
		from := lists[int(edits[1])*len(lists)/256]
		to := lists[int(edits[2])*len(lists)/256]
		if len(*from) == 0 {
			continue
		}
		i := int(edits[2]) % len(*from)
		change(edits[0], from, to, i)
	}
	var buf bytes.Buffer
	if err := format.Node(&buf, token.NewFileSet(), file); err != nil {
		return ""
	}
	return buf.String()
}

// statements lists the statement lists of a file.
func statements(file *ast.File) []*[]ast.Stmt {
	var out []*[]ast.Stmt
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			out = append(out, &n.List)
		case *ast.CaseClause:
			out = append(out, &n.Body)
		case *ast.CommClause:
			out = append(out, &n.Body)
		}
		return true
	})
	// The lists of switch and select statements hold clauses, which stay.
	return slices.DeleteFunc(out, func(l *[]ast.Stmt) bool {
		for _, s := range *l {
			switch s.(type) {
			case *ast.CaseClause, *ast.CommClause:
				return true
			}
		}
		return false
	})
}

// change applies one change to statement i of a list. Statements are shared, not
// copied, as only the printed form counts; one that would hold itself is left.
func change(how byte, from, to *[]ast.Stmt, i int) {
	s := (*from)[i]
	switch how % 12 {
	case 0: // delete
		*from = slices.Delete(slices.Clone(*from), i, i+1)
	case 1: // double
		*from = slices.Insert(slices.Clone(*from), i, s)
	case 2: // swap with the next
		j := (i + 1) % len(*from)
		*from = slices.Clone(*from)
		(*from)[i], (*from)[j] = (*from)[j], (*from)[i]
	case 3: // repeat for ever
		(*from)[i] = &ast.ForStmt{Body: &ast.BlockStmt{List: []ast.Stmt{s}}}
	case 4: // run in a closure
		lit := &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: &ast.BlockStmt{List: []ast.Stmt{s}}}
		(*from)[i] = &ast.ExprStmt{X: &ast.CallExpr{Fun: lit}}
	case 5: // run in another goroutine
		lit := &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: &ast.BlockStmt{List: []ast.Stmt{s}}}
		(*from)[i] = &ast.GoStmt{Call: &ast.CallExpr{Fun: lit}}
	case 6: // jump
		label := ast.NewIdent("again")
		*from = append(slices.Clone(*from), &ast.BranchStmt{Tok: token.GOTO, Label: label})
		(*from)[i] = &ast.LabeledStmt{Label: label, Stmt: s}
	case 7: // take the condition and the post statement away
		if loop, ok := s.(*ast.ForStmt); ok {
			loop.Post = nil
			if i%2 == 0 {
				loop.Cond = nil
			}
		}
	case 8: // negate a condition
		if c, ok := s.(*ast.IfStmt); ok {
			c.Cond = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: c.Cond}}
		}
	case 9: // move
		if !holds(s, to) {
			*to = append(slices.Clone(*to), s)
		}
	case 10: // leave or go on
		tok := token.BREAK
		if i%2 == 0 {
			tok = token.CONTINUE
		}
		*from = slices.Insert(slices.Clone(*from), i, ast.Stmt(&ast.BranchStmt{Tok: tok}))
	case 11: // a select around it
		clause := &ast.CommClause{Body: []ast.Stmt{s}}
		(*from)[i] = &ast.SelectStmt{Body: &ast.BlockStmt{List: []ast.Stmt{clause}}}
	}
}

// holds reports whether a statement contains a list.
func holds(s ast.Stmt, list *[]ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			found = found || &n.List == list
		case *ast.CaseClause:
			found = found || &n.Body == list
		case *ast.CommClause:
			found = found || &n.Body == list
		}
		return !found
	})
	return found
}
