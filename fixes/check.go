package fixes

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"

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
