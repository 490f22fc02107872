package knowledge

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sources is the packages whose tables are compared with their declarations. A
// table that several packages share has to be right about one of them.
var sources = []struct {
	table string   // the package in the tables
	paths []string // where its sources are, below the modules of testdata/real
	older string   // rows of versions before, which are not there any more
}{
	{table: "github.com/cenkalti/backoff", paths: []string{"github.com/cenkalti/backoff/v4"}},
	{table: "github.com/cenkalti/backoff/v5", paths: []string{"github.com/cenkalti/backoff/v5"}},
	{table: "github.com/avast/retry-go", paths: []string{"github.com/avast/retry-go/v4"}},
	{table: "github.com/sethvargo/go-retry", paths: []string{"github.com/sethvargo/go-retry"}},
	{table: "github.com/jpillora/backoff", paths: []string{"github.com/jpillora/backoff"}},
	{table: "github.com/failsafe-go/failsafe-go", paths: []string{"github.com/failsafe-go/failsafe-go"},
		older: "Run RunWithExecution Get GetWithExecution RunAsync RunAsyncWithExecution GetAsync GetAsyncWithExecution"},
	{table: "github.com/hashicorp/go-retryablehttp", paths: []string{"github.com/hashicorp/go-retryablehttp"}},
	{table: "github.com/redis/go-redis", paths: []string{"github.com/redis/go-redis/v9", "github.com/go-redis/redis/v8"}},
	{table: "golang.org/x/time/rate", paths: []string{"golang.org/x/time/rate"}},
	{table: "k8s.io/apimachinery/pkg/util/wait", paths: []string{"k8s.io/apimachinery/pkg/util/wait"}},
	{table: "k8s.io/client-go/util/retry", paths: []string{"k8s.io/client-go/util/retry"}},
	{table: "k8s.io/client-go/rest", paths: []string{"k8s.io/client-go/rest"}},
	{table: "k8s.io/client-go/dynamic", paths: []string{"k8s.io/client-go/dynamic"}},
}

// TestNames compares the rows of some packages with the sources of the versions
// that testdata/real/go.mod names.
func TestNames(t *testing.T) {
	dirs := modules(t)
	dir := func(path string) string {
		for p := path; p != "."; p = filepath.ToSlash(filepath.Dir(p)) {
			if d, ok := dirs[p]; ok {
				return filepath.Join(d, filepath.FromSlash(strings.TrimPrefix(path, p)))
			}
		}
		return ""
	}
	for _, s := range sources {
		t.Run(s.table, func(t *testing.T) {
			table := findPackage(s.table).rows()
			if len(table) == 0 {
				t.Fatal("no table")
			}
			declared := map[string][]string{}
			for _, p := range s.paths {
				declarations(t, dir(p), declared)
			}
			for _, o := range strings.Fields(s.older) {
				declared[o] = nil
			}
			for _, row := range table {
				key, e := row.Name, entryTable[row.Entry]
				recv, name, isMethod := strings.Cut(key, ".")
				switch {
				case strings.HasPrefix(key, "*"):
					continue
				case isMethod && name == "*":
					if _, ok := declared[recv]; !ok {
						t.Errorf("no type %s", recv)
					}
					continue
				}
				params, ok := declared[key]
				if !ok {
					t.Errorf("%s is not declared", key)
				}
				r := e.Retrier
				if r == nil || params == nil {
					continue
				}
				if r.Op >= len(params) || r.Ctx >= len(params) {
					t.Errorf("%s has %d parameters; the operation is %d and the context %d", key, len(params), r.Op, r.Ctx)
					continue
				}
				if has := params[0] == "context.Context"; has != (r.Ctx == 0) {
					t.Errorf("%s: the first parameter is a %s and the context is %d", key, params[0], r.Ctx)
				}
				for _, o := range r.Options {
					at := declared
					name := o.Name
					if i := strings.LastIndexByte(name, '/'); i >= 0 {
						j := i + strings.IndexByte(name[i:], '.')
						at = map[string][]string{}
						declarations(t, dir(name[:j]), at)
						name = name[j+1:]
					}
					if _, ok := at[name]; !ok {
						t.Errorf("%s: the option %s is not declared", key, o.Name)
					}
				}
			}
		})
	}
}

// modules returns the directories of the modules that testdata/real requires.
func modules(t *testing.T) map[string]string {
	t.Helper()
	run := func(args ...string) []byte {
		cmd := exec.Command("go", args...)
		cmd.Dir = filepath.Join("testdata", "real")
		cmd.Env = append(cmd.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go %s: %v", strings.Join(args, " "), err)
		}
		return out
	}
	var mod struct {
		Require []struct{ Path, Version string }
	}
	if err := json.Unmarshal(run("mod", "edit", "-json"), &mod); err != nil {
		t.Fatal(err)
	}
	args := []string{"mod", "download", "-json"}
	for _, r := range mod.Require {
		args = append(args, r.Path+"@"+r.Version)
	}
	dirs := map[string]string{}
	dec := json.NewDecoder(strings.NewReader(string(run(args...))))
	for dec.More() {
		var m struct{ Path, Dir string }
		if err := dec.Decode(&m); err != nil {
			t.Fatal(err)
		}
		dirs[m.Path] = m.Dir
	}
	return dirs
}

// declarations adds what the package of a directory declares: Func, Type,
// Type.Method and Type.Field, with the types of the parameters of functions and
// methods.
func declarations(t *testing.T, dir string, declared map[string][]string) {
	t.Helper()
	if dir == "" {
		t.Error("no sources")
		return
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Errorf("no files in %s: %v", dir, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				key := d.Name.Name
				if d.Recv != nil {
					key = typeName(d.Recv.List[0].Type) + "." + key
				}
				declared[key] = paramTypes(d.Type)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						declareType(s, declared)
					}
				}
			}
		}
	}
}

func declareType(s *ast.TypeSpec, declared map[string][]string) {
	declared[s.Name.Name] = nil
	var fields *ast.FieldList
	switch u := s.Type.(type) {
	case *ast.StructType:
		fields = u.Fields
	case *ast.InterfaceType:
		fields = u.Methods
	default:
		return
	}
	for _, f := range fields.List {
		var params []string
		if ft, ok := f.Type.(*ast.FuncType); ok {
			params = paramTypes(ft)
		}
		for _, n := range f.Names {
			declared[s.Name.Name+"."+n.Name] = params
		}
	}
}

func paramTypes(f *ast.FuncType) []string {
	var list []string
	for _, p := range f.Params.List {
		for range max(1, len(p.Names)) {
			list = append(list, types.ExprString(p.Type))
		}
	}
	return list
}

// typeName is the name of a receiver's type without pointer and type arguments.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
