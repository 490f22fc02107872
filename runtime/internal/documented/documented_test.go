// Package documented holds the packages of this module to having examples.
package documented

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Each exported name of each package is used by an example, and has a comment.
func TestExportedNames(t *testing.T) {
	for _, dir := range []string{"retry", "retryhttp", "retryslog", "retryexpvar", "retrytest", "retryotel", "retryprom", "retrygrpc"} {
		fset := token.NewFileSet()
		names, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatal(dir, err)
		}
		var files []*ast.File
		used := map[string]bool{}
		for _, name := range names {
			file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
			if strings.HasPrefix(filepath.Base(name), "example") {
				ast.Inspect(file, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok {
						used[s.Sel.Name] = true
					}
					return true
				})
			}
		}
		d, err := doc.NewFromFiles(fset, files, "example.org/"+dir)
		if err != nil {
			t.Fatal(err)
		}
		for name, comment := range exported(d) {
			if strings.TrimSpace(comment) == "" {
				t.Errorf("%s.%s has no comment", dir, name)
			}
			if !used[name] {
				t.Errorf("%s.%s is in no example", dir, name)
			}
		}
	}
}

// exported are the names of a package, but for methods, with their comments.
func exported(d *doc.Package) map[string]string {
	names := map[string]string{}
	values := func(values []*doc.Value) {
		for _, v := range values {
			for _, spec := range v.Decl.Specs {
				spec := spec.(*ast.ValueSpec)
				for _, name := range spec.Names {
					if name.IsExported() {
						names[name.Name] = v.Doc + spec.Doc.Text() + spec.Comment.Text() + " declared"
					}
				}
			}
		}
	}
	functions := func(functions []*doc.Func) {
		for _, f := range functions {
			names[f.Name] = f.Doc
		}
	}
	values(d.Consts)
	values(d.Vars)
	functions(d.Funcs)
	for _, typ := range d.Types {
		names[typ.Name] = typ.Doc
		values(typ.Consts)
		values(typ.Vars)
		functions(typ.Funcs)
	}
	return names
}
