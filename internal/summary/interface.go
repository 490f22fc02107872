package summary

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// What a method of an interface does is told by its implementations in sight: those
// beside the interface, and those that the package says to implement it. Mocks and
// tests' fakes are left out, and so are wrappers, which do what they wrap.

// ofImplementations says what the implementations of an interface's method do: the
// only one, or what is true of all.
func (p *Package) ofImplementations(fn *types.Func) knowledge.Entry {
	var places []knowledge.Place
	impls := p.implementations(fn)
	for _, m := range impls {
		e := p.Of(m)
		if knowledge.NamesMemory(knowledge.ReceiverName(m)) {
			e.Place = knowledge.PlaceUnknown // there is another one somewhere
		}
		if len(impls) == 1 {
			return e
		}
		places = append(places, e.Place)
	}
	return knowledge.Entry{Place: knowledge.Either(places)}
}

// Implementation returns the only method in sight that implements the interface
// method fn, or nil.
func (p *Package) Implementation(fn *types.Func) *types.Func {
	if impls := p.implementations(fn); len(impls) == 1 {
		return impls[0]
	}
	return nil
}

// implementations lists the methods that implement the interface method fn, where
// the interface is the package's own: others may implement that of another package.
func (p *Package) implementations(fn *types.Func) []*types.Func {
	if impls, ok := p.impls[fn]; ok {
		return impls
	}
	p.impls[fn] = nil
	iface, ok := fn.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 || fn.Pkg() != p.pass.Pkg {
		return nil
	}
	for _, named := range p.implementers(fn.Signature().Recv().Type(), iface) {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, fn.Pkg(), fn.Name())
		if m, ok := obj.(*types.Func); ok && !IsInterfaceMethod(m) && !p.handsOn(m, fn) {
			p.impls[fn] = append(p.impls[fn], m)
		}
	}
	return p.impls[fn]
}

// handsOn reports whether a method calls the one of the interface that it
// implements, as that of a wrapper does.
func (p *Package) handsOn(m, of *types.Func) bool {
	f := p.funcs[m.Origin()]
	if f == nil {
		return false
	}
	for _, c := range f.calls {
		if c.fn == of {
			return true
		}
	}
	return false
}

// implementers lists the types that implement an interface of the package: of those
// that can, by the method that the fewest have.
func (p *Package) implementers(t types.Type, iface *types.Interface) []*types.Named {
	if p.concrete == nil {
		p.indexTypes()
	}
	if out, ok := p.concrete.of[t]; ok {
		return out
	}
	fewest := p.concrete.having[iface.Method(0).Name()]
	for m := range iface.Methods() {
		if have := p.concrete.having[m.Name()]; len(have) < len(fewest) {
			fewest = have
		}
	}
	var out []*types.Named
	for _, named := range fewest {
		if types.Implements(types.NewPointer(named), iface) {
			out = append(out, named)
		}
	}
	for _, a := range p.concrete.asserted {
		if types.Identical(a.iface, t) {
			out = append(out, a.named)
		}
	}
	p.concrete.of[t] = out
	return out
}

// indexTypes lists the named types of the package that are no interfaces, no
// generics and no fakes, by their methods.
func (p *Package) indexTypes() {
	p.concrete = &concreteTypes{having: map[string][]*types.Named{}, of: map[types.Type][]*types.Named{}, fakes: p.fakeFiles()}
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || p.isFake(obj) {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok || types.IsInterface(named) || named.TypeParams().Len() > 0 {
			continue
		}
		set := types.NewMethodSet(types.NewPointer(named))
		for i := range set.Len() {
			method := set.At(i).Obj().Name()
			p.concrete.having[method] = append(p.concrete.having[method], named)
		}
	}
	for _, file := range p.pass.Files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && !p.isTestFile(file) {
				p.noteAsserted(d)
			}
		}
	}
}

func (p *Package) noteAsserted(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok || len(v.Names) != 1 || v.Names[0].Name != "_" || v.Type == nil || len(v.Values) != 1 {
			continue
		}
		t := types.Unalias(p.pass.TypesInfo.TypeOf(v.Values[0]))
		if ptr, ok := t.(*types.Pointer); ok {
			t = types.Unalias(ptr.Elem())
		}
		named, ok := t.(*types.Named)
		if ok && named.Obj().Pkg() != nil && named.Obj().Pkg() != p.pass.Pkg && !types.IsInterface(named) {
			p.concrete.asserted = append(p.concrete.asserted, asserted{p.pass.TypesInfo.TypeOf(v.Type), named})
		}
	}
}

// isFake reports whether a type stands in for another one: by its name, or by the
// file that it is declared in.
func (p *Package) isFake(obj *types.TypeName) bool {
	if knowledge.NamesFake(obj.Name()) {
		return true
	}
	file := p.pass.Fset.File(obj.Pos())
	return file != nil && p.concrete.fakes[file]
}

// fakeFiles lists the files that hold tests or what stands in for other things.
func (p *Package) fakeFiles() map[*token.File]bool {
	fakes := map[*token.File]bool{}
	for _, f := range p.pass.Files {
		file := p.pass.Fset.File(f.FileStart)
		if p.isTestFile(f) || knowledge.NamesFake(strings.TrimSuffix(filepath.Base(file.Name()), ".go")) {
			fakes[file] = true
		}
	}
	return fakes
}

// isTestFile reports whether a file holds tests, or what serves them.
func (p *Package) isTestFile(file *ast.File) bool {
	return strings.HasSuffix(p.pass.Fset.File(file.FileStart).Name(), "_test.go") || ImportsTesting(file)
}

// ImportsTesting reports whether a file imports package testing, or a library that
// only tests use: it serves tests.
func ImportsTesting(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(imp *ast.ImportSpec) bool {
		path, err := strconv.Unquote(imp.Path.Value)
		return err == nil && knowledge.TestLibrary(path)
	})
}

// rowsOfInterfaces says what the methods of exported interfaces do, where their
// implementations show it.
func (p *Package) rowsOfInterfaces() []row {
	var rows []row
	for _, m := range p.InterfaceMethods() {
		if FailsBy(m.Signature()) != ByError || knowledge.Lookup(m) != (knowledge.Entry{}) || len(p.implementations(m)) == 0 {
			continue
		}
		if e := p.ofMethod(m); e.Place != knowledge.PlaceUnknown {
			rows = append(rows, row{knowledge.FuncName(m), e})
		}
	}
	return rows
}

// InterfaceMethods lists the methods of the package's exported interfaces.
func (p *Package) InterfaceMethods() []*types.Func {
	var out []*types.Func
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || !obj.Exported() {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 {
			continue
		}
		iface, ok := named.Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range iface.ExplicitMethods() {
			if m.Exported() {
				out = append(out, m)
			}
		}
	}
	return out
}
