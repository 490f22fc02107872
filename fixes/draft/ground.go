package draft

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/flow"
)

// ground is the package under analysis once more, with its declarations and
// without what stands in its functions: changed functions are type-checked in it
// as if they stood there. The passes share it, so it has a lock.
type ground struct {
	mu      sync.Mutex
	fset    *token.FileSet // the package's files, which go/types asks about its declarations
	pkg     *types.Package
	imports *importer
}

// ground is that of the package under analysis.
func (f *Files) ground() *ground {
	return flow.Notes[ground](f.of)
}

// prepare type-checks the package's declarations when that is needed first.
func (g *ground) prepare(pass *analysis.Pass) {
	if g.pkg != nil {
		return
	}
	g.fset = token.NewFileSet()
	for _, file := range pass.Files {
		g.fset.AddExistingFiles(pass.Fset.File(file.FileStart))
	}
	g.imports = newImporter(pass)
	conf := types.Config{
		Importer:         g.imports,
		Sizes:            pass.TypesSizes,
		GoVersion:        pass.Pkg.GoVersion(),
		IgnoreFuncBodies: true,
		Error:            func(error) {}, // what is wrong without a change is no fault of it
	}
	g.pkg, _ = conf.Check(pass.Pkg.Path(), g.fset, pass.Files, nil)
}

// knows reports whether a package can be imported.
func (g *ground) knows(pass *analysis.Pass, path string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.prepare(pass)
	_, err := g.imports.Import(path)
	return err == nil
}

// faults type-checks changed declarations of a file, given by the number of their
// section, and returns those that do not compile.
//
// They make a file of their own, in which what they declare has no name: the
// package has it already, and go/types checks the files of a package in as many
// calls as one likes.
func (g *ground) faults(src *Source, added []analysis.TextEdit, texts map[int][]byte) []int {
	g.mu.Lock()
	defer g.mu.Unlock()
	pass := src.files.pass
	g.prepare(pass)
	var text bytes.Buffer
	fmt.Fprintf(&text, "package %s\n\nimport (\n", pass.Pkg.Name())
	for _, spec := range src.File.Imports {
		text.WriteString(src.Of(spec) + "\n")
	}
	for _, e := range added {
		as, path := importedBy(e)
		fmt.Fprintf(&text, "%s %q\n", as, path)
	}
	text.WriteString(")\n")
	secs := slices.Sorted(maps.Keys(texts))
	begins := make([]int, len(secs))
	for i, sec := range secs {
		begins[i] = text.Len()
		text.WriteString("\n")
		text.Write(texts[sec])
		text.WriteString("\n")
	}

	file, err := parser.ParseFile(g.fset, src.Tok.Name(), text.Bytes(), parser.SkipObjectResolution)
	if err != nil {
		return secs
	}
	tok := g.fset.File(file.FileStart)
	defer g.fset.RemoveFile(tok)
	file.GoVersion = src.File.GoVersion
	for _, d := range file.Decls {
		unname(d)
	}
	bad := map[int]bool{}
	conf := types.Config{
		Importer:  g.imports,
		Sizes:     pass.TypesSizes,
		GoVersion: pass.Pkg.GoVersion(),
		Error: func(err error) {
			e, ok := err.(types.Error)
			if !ok {
				return
			}
			// What stands before the first declaration is an import that nothing in
			// them uses.
			if g.fset.File(e.Pos) != tok {
				return
			}
			if i, found := slices.BinarySearch(begins, tok.Offset(e.Pos)); found || i > 0 {
				bad[secs[max(i-1, 0)]] = true
			}
		},
	}
	types.NewChecker(&conf, g.fset, g.pkg, nil).Files([]*ast.File{file})
	return slices.Sorted(maps.Keys(bad))
}

// unname takes the names from what a declaration declares.
func unname(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		d.Name.Name = "_"
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					id.Name = "_"
				}
			case *ast.TypeSpec:
				spec.Name.Name = "_"
			}
		}
	}
}

// importer gives type-checking the packages that the package under analysis
// imports, and for those that a fix adds what stands for them here.
type importer struct {
	pass  *analysis.Pass
	known map[string]*types.Package // by path as written
}

func newImporter(pass *analysis.Pass) *importer {
	im := &importer{pass: pass, known: map[string]*types.Package{"unsafe": types.Unsafe}}
	for _, file := range pass.Files {
		for _, spec := range file.Imports {
			if pkg := pass.TypesInfo.PkgNameOf(spec); pkg != nil {
				im.known[importPath(spec)] = pkg.Imported()
			}
		}
	}
	return im
}

// Import implements types.Importer.
func (im *importer) Import(path string) (*types.Package, error) {
	if pkg := im.known[path]; pkg != nil {
		return pkg, nil
	}
	pkg := im.reach(path)
	if text, ok := stubs[path]; ok {
		var err error
		if pkg, err = im.stub(path, text); err != nil {
			return nil, err
		}
	}
	if pkg == nil {
		return nil, errNotImported(path)
	}
	im.known[path] = pkg
	return pkg, nil
}

type errNotImported string

func (e errNotImported) Error() string { return "no package " + strconv.Quote(string(e)) }

// reach finds a package among all that the package under analysis depends on.
func (im *importer) reach(path string) *types.Package {
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
	return visit(im.pass.Pkg.Imports())
}

// stub type-checks a text that stands for a package.
func (im *importer) stub(path, text string) (*types.Package, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	conf := types.Config{Importer: im, IgnoreFuncBodies: true}
	return conf.Check(path, fset, []*ast.File{file}, nil)
}
