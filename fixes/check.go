package fixes

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
)

// offer makes a fix of some edits of one file if what comes out is right as far
// as a compiler can tell: gofmt leaves it alone, and it type-checks.
func (f *Fixer) offer(src *source, message string, edits []analysis.TextEdit) []analysis.SuggestedFix {
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	for i, e := range edits {
		if e.Pos != e.End && src.comments(e.Pos, e.End) || i > 0 && e.Pos < edits[i-1].End {
			return none
		}
	}
	text := src.apply(edits)
	if src.clean && !isFormatted(text) || !f.compiles(src, text) {
		return none
	}
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// apply is the file's text after some edits, which are in order.
func (s *source) apply(edits []analysis.TextEdit) []byte {
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(s.text[at:s.tok.Offset(e.Pos)])
		out.Write(e.NewText)
		at = s.tok.Offset(e.End)
	}
	out.Write(s.text[at:])
	return out.Bytes()
}

func isFormatted(text []byte) bool {
	formatted, err := format.Source(text)
	return err == nil && bytes.Equal(formatted, text)
}

// world is what the files of a package are type-checked in again.
type world struct {
	files   []*ast.File               // without the bodies of their functions
	imports map[string]*types.Package // by path as written
}

// compiles type-checks the package with another text for one of its files. The
// bodies of the functions of all other files are left out, since they do not
// change: what remains costs little.
func (f *Fixer) compiles(src *source, text []byte) bool {
	if f.world == nil {
		f.world = f.newWorld()
	}
	fset := token.NewFileSet()
	for _, file := range f.pass.Files {
		fset.AddExistingFiles(f.pass.Fset.File(file.FileStart))
	}
	edited, err := parser.ParseFile(fset, src.tok.Name(), text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	files := slices.Clone(f.world.files)
	for i, file := range f.pass.Files {
		if file == src.file {
			files[i] = edited
		}
	}
	good := true
	conf := types.Config{
		Importer:  f,
		Sizes:     f.pass.TypesSizes,
		GoVersion: f.pass.Pkg.GoVersion(),
		Error: func(err error) {
			e, ok := err.(types.Error)
			if !ok || edited.FileStart <= e.Pos && e.Pos <= edited.FileEnd {
				good = false
			}
		},
	}
	conf.Check(f.pass.Pkg.Path(), fset, files, nil)
	return good
}

func (f *Fixer) newWorld() *world {
	w := &world{imports: map[string]*types.Package{}}
	for _, file := range f.pass.Files {
		bare := *file
		bare.Decls = slices.Clone(file.Decls)
		for i, d := range bare.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				empty := *fn
				empty.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Lbrace}
				bare.Decls[i] = &empty
			}
		}
		w.files = append(w.files, &bare)
		for _, spec := range file.Imports {
			if pkg := f.pass.TypesInfo.PkgNameOf(spec); pkg != nil {
				w.imports[importPath(spec)] = pkg.Imported()
			}
		}
	}
	return w
}

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
