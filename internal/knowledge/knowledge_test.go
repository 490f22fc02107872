package knowledge

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// function makes a function of a package, or a method of recv if that is not
// empty; star makes the receiver a pointer.
func function(path, recv, name string, star bool) *types.Func {
	pkg := types.NewPackage(path, "p")
	var v *types.Var
	if recv != "" {
		var t types.Type = types.NewNamed(types.NewTypeName(token.NoPos, pkg, recv, nil), types.NewStruct(nil, nil), nil)
		if star {
			t = types.NewPointer(t)
		}
		v = types.NewVar(token.NoPos, pkg, "", t)
	}
	return types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(v, nil, nil, nil, nil, false))
}

func TestLookup(t *testing.T) {
	for _, test := range []struct {
		name             string
		path, recv, fn   string
		place            Place
		effect           Effect
		retrier, wait    bool
		client           string
		random, isExit   bool
		blocks, pointers bool
	}{
		{name: "function", path: "time", fn: "Sleep", place: Local, wait: true},
		{name: "rest of the package", path: "time", fn: "Now", place: Local},
		{name: "value method", path: "k8s.io/client-go/tools/record", recv: "X", fn: "Y", place: Local},
		{name: "vendored", path: "example.com/a/vendor/github.com/avast/retry-go", fn: "Do", retrier: true},
		{name: "major version", path: "github.com/avast/retry-go/v4", fn: "DoWithData", retrier: true},
		{name: "major version with a table", path: "github.com/avast/retry-go/v5", recv: "Retrier", fn: "Do", pointers: true, retrier: true},
		{name: "not in that version", path: "github.com/avast/retry-go/v5", fn: "Do", place: Local},
		{name: "major version inside", path: "github.com/redis/go-redis/v9", recv: "cmdable", fn: "Incr", place: Remote, effect: Increments, client: "go-redis"},
		{name: "method before type", path: "github.com/redis/go-redis/v9", recv: "cmdable", fn: "LPush", place: Remote, effect: Appends, client: "go-redis"},
		{name: "type before package", path: "github.com/redis/go-redis/v9", recv: "cmdable", fn: "Wait", place: Remote, client: "go-redis"},
		{name: "package", path: "github.com/redis/go-redis/v9", recv: "Client", fn: "Options", pointers: true, place: Local},
		{name: "two majors", path: "go.etcd.io/etcd/client/v3", recv: "KV", fn: "Get", place: Remote, effect: Idempotent, client: "the etcd client"},
		{name: "another major", path: "go.etcd.io/etcd/client/v2", recv: "KeysAPI", fn: "Get", place: Remote, effect: Idempotent},
		{name: "family", path: "github.com/aws/aws-sdk-go-v2/service/ec2", recv: "Client", fn: "RunInstances", pointers: true, place: Remote, client: "the AWS SDK"},
		{name: "table before family", path: "github.com/aws/aws-sdk-go-v2/service/sqs", recv: "Client", fn: "SendMessage", pointers: true, place: Remote, effect: Publishes, client: "the AWS SDK"},
		{name: "family with a major version", path: "k8s.io/client-go/kubernetes/typed/core/v1", recv: "PodInterface", fn: "Update", place: Remote},
		{name: "family, local", path: "k8s.io/client-go/listers/core/v1", recv: "PodLister", fn: "List", place: Local},
		{name: "generic receiver", path: "github.com/failsafe-go/failsafe-go", recv: "Executor", fn: "Run", retrier: true},
		{name: "random", path: "github.com/google/uuid", fn: "NewString", place: Local, random: true},
		{name: "exits", path: "github.com/sirupsen/logrus", recv: "Entry", fn: "Fatalf", pointers: true, isExit: true},
		{name: "blocks", path: "github.com/rabbitmq/amqp091-go", fn: "Dial", place: Remote, effect: Idempotent},
		{name: "supervisor", path: "k8s.io/apimachinery/pkg/util/wait", fn: "UntilWithContext", blocks: true},
		{name: "rate limiter", path: "golang.org/x/time/rate", recv: "Limiter", fn: "Wait", pointers: true, place: Local, wait: true},
		{name: "nothing", path: "example.com/unknown", fn: "Do"},
		{name: "nothing of the standard library", path: "unknown", fn: "Do"},
		{name: "not a family", path: "k8s.io/client-gone/listers/x", fn: "Do"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := Lookup(function(test.path, test.recv, test.fn, test.pointers))
			if e.Place != test.place {
				t.Errorf("place %v, want %v", e.Place, test.place)
			}
			if e.Effect != test.effect {
				t.Errorf("effect %v, want %v", e.Effect, test.effect)
			}
			if (e.Retrier != nil) != test.retrier {
				t.Errorf("retrier %v, want %v", e.Retrier != nil, test.retrier)
			}
			if (e.Wait != nil) != test.wait {
				t.Errorf("wait %v, want %v", e.Wait != nil, test.wait)
			}
			client := ""
			if e.Client != nil {
				client = e.Client.Name
			}
			if client != test.client {
				t.Errorf("client %q, want %q", client, test.client)
			}
			if e.Random != test.random || e.Exits != test.isExit || e.Blocks != test.blocks {
				t.Errorf("random %v, exits %v, blocks %v", e.Random, e.Exits, e.Blocks)
			}
		})
	}
}

func TestWithoutMajor(t *testing.T) {
	for path, want := range map[string]string{
		"a.b/c":                      "a.b/c",
		"a.b/c/v2":                   "a.b/c",
		"a.b/c/v10/d":                "a.b/c/d",
		"a.b/c/v2beta1":              "a.b/c/v2beta1",
		"a.b/vault/v1/vendor":        "a.b/vault/vendor",
		"k8s.io/api/core/v1":         "k8s.io/api/core",
		"github.com/x/aws-sdk-go-v2": "github.com/x/aws-sdk-go-v2",
	} {
		if got := withoutMajor(path); got != want {
			t.Errorf("withoutMajor(%q) = %q, want %q", path, got, want)
		}
	}
}

// sets names the tables of this package for messages.
func sets() map[string]map[string]Table {
	all := map[string]map[string]Table{"standard": standard, "clients": clients, "retriers": retriers, "utilities": utilities, "families": {}}
	for _, f := range families {
		all["families"][f.prefix] = f.table
	}
	return all
}

// A key is Func, Type.Method, Type.*, *.Method, *Word.Method, *Word.* or *.
var keyForm = regexp.MustCompile(`^(\*|[A-Za-z_]\w*|(\*?[A-Za-z_]\w*|\*)\.(\*|[A-Za-z_]\w*))$`)

func TestTables(t *testing.T) {
	option := func(where string, o Option) {
		name := o.Name
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			name = name[i+1:]
			if withoutMajor(o.Name) != o.Name {
				t.Errorf("%s: option %q has a major version", where, o.Name)
			}
			if !strings.Contains(name, ".") {
				t.Errorf("%s: option %q names a package only", where, o.Name)
			}
		}
		if name == "" || strings.ContainsAny(name, "* ()") {
			t.Errorf("%s: option %q is no name", where, o.Name)
		}
		if o.Sets < SetsAttempts || o.Sets > SetsUnknown {
			t.Errorf("%s: option %q has the unknown setting %d", where, o.Name, o.Sets)
		}
	}
	for set, tables := range sets() {
		for path, table := range tables {
			if len(table) == 0 {
				t.Errorf("%s: %s is empty", set, path)
			}
			for key, e := range table {
				where := set + ": " + path + ": " + key
				if !keyForm.MatchString(key) {
					t.Errorf("%s: the key has an unknown form", where)
				}
				if r := e.Retrier; r != nil {
					if r.Op < -1 || r.Ctx < -1 || r.Op >= 0 && r.Op == r.Ctx {
						t.Errorf("%s: operation %d and context %d cannot be", where, r.Op, r.Ctx)
					}
					if r.Ctx >= 0 && r.Bound&(Ctx|Elapsed) == 0 {
						t.Errorf("%s: the context is no bound", where)
					}
					if r.Attempts < 0 || r.Attempts > 0 && r.Bound&Attempts == 0 {
						t.Errorf("%s: %d attempts are no bound", where, r.Attempts)
					}
					if r.Poll && r.Conflict {
						t.Errorf("%s: a poll is no conflict", where)
					}
					if e.Client != nil {
						t.Errorf("%s: both retrier and client", where)
					}
					for _, o := range r.Options {
						option(where, o)
					}
				}
				if c := e.Client; c != nil {
					if c.Name == "" || c.Attempts < 0 || c.Attempts == 1 {
						t.Errorf("%s: a client without a name, or with %d attempts", where, c.Attempts)
					}
					if e.Place != Remote {
						t.Errorf("%s: a client that is not remote", where)
					}
					for _, o := range c.Options {
						option(where, o)
					}
				}
				if w := e.Wait; w != nil && (w.Kind == NoWait || w.Duration < -1 || w.Ctx < -2 || w.Ctx >= 0 && w.Ctx == w.Duration) {
					t.Errorf("%s: the wait %+v cannot be", where, *w)
				}
				if e.Exits && (e.Wait != nil || e.Retrier != nil) {
					t.Errorf("%s: what never returns neither waits nor retries", where)
				}
				if e.Effect.Unsafe() && e.Place == PlaceUnknown {
					t.Errorf("%s: an effect without a place", where)
				}
			}
		}
	}
}

// A package has its rows in one place: merge would write the rows of a second
// one into the table of the first, which other packages may share.
func TestPackagesAreNotSplit(t *testing.T) {
	home := map[string]string{}
	for set, tables := range sets() {
		if set == "families" {
			continue
		}
		for path := range tables {
			if home[path] != "" {
				t.Errorf("%s is in both %s and %s", path, home[path], set)
			}
			home[path] = set
		}
	}
}

// The first family that fits is taken, so a longer prefix has to come first.
func TestFamilies(t *testing.T) {
	for i, f := range families {
		for _, g := range families[:i] {
			if strings.HasPrefix(f.prefix, g.prefix) {
				t.Errorf("family %s is never reached, for %s", f.prefix, g.prefix)
			}
		}
		if withoutMajor(f.prefix) != f.prefix {
			t.Errorf("family %s has a major version", f.prefix)
		}
	}
}

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
			table := packages[s.table]
			if table == nil {
				t.Fatal("no table")
			}
			declared := map[string][]string{}
			for _, p := range s.paths {
				declarations(t, dir(p), declared)
			}
			for _, o := range strings.Fields(s.older) {
				declared[o] = nil
			}
			for key, e := range table {
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
