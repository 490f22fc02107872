package fixes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
)

// Import gives type-checking the packages that the package under analysis
// imports, and for those that a fix adds what stands for them here.
func (f *Fixer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := f.world.imports[path]; pkg != nil {
		return pkg, nil
	}
	pkg := f.reach(path)
	if text, ok := stubs[path]; ok {
		var err error
		if pkg, err = f.stub(path, text); err != nil {
			return nil, err
		}
	}
	if pkg == nil {
		return nil, errNotImported(path)
	}
	f.world.imports[path] = pkg
	return pkg, nil
}

type errNotImported string

func (e errNotImported) Error() string { return "no package " + strconv.Quote(string(e)) }

// reach finds a package among all that the package under analysis depends on.
func (f *Fixer) reach(path string) *types.Package {
	seen := map[*types.Package]bool{}
	var visit func(pkgs []*types.Package) *types.Package
	visit = func(pkgs []*types.Package) *types.Package {
		for _, p := range pkgs {
			if seen[p] {
				continue
			}
			seen[p] = true
			if p.Path() == path {
				return p
			}
			if found := visit(p.Imports()); found != nil {
				return found
			}
		}
		return nil
	}
	return visit(f.pass.Pkg.Imports())
}

// stub type-checks a text that stands for a package.
func (f *Fixer) stub(path, text string) (*types.Package, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	conf := types.Config{Importer: f, IgnoreFuncBodies: true}
	return conf.Check(path, fset, []*ast.File{file}, nil)
}

// stubs stand for the packages that fixes import, of which a driver has no type
// information where the package under analysis does not depend on them: the
// part that fixes use.
var stubs = map[string]string{
	randPath: `package rand
func Int63n(n int64) int64 { panic(0) }
`,
	randV2Path: `package rand
func N[Int interface{ ~int64 }](n Int) Int { panic(0) }
`,
	retryPath: `package retry
import ("context"; "time")
func Sleep(ctx context.Context, d time.Duration) error { panic(0) }
func Attempts(ctx context.Context, p Policy) func(yield func(int) bool) { panic(0) }
func AttemptsErr(ctx context.Context, p Policy, err *error) func(yield func(int) bool) { panic(0) }
func Do(ctx context.Context, p Policy, fn func(context.Context) error) error { panic(0) }
func DoValue[T any](ctx context.Context, p Policy, fn func(context.Context) (T, error)) (T, error) { panic(0) }
type Policy struct {
	MaxAttempts int
	MaxElapsed, BaseDelay, MaxDelay, MaxRetryAfter time.Duration
	Jitter Jitter
}
type Jitter uint8
const (
	FullJitter Jitter = iota
	EqualJitter
	DecorrelatedJitter
	NoJitter
)
`,
}
