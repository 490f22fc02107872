// Package summary says, for every function of the package under analysis and of
// all that it imports, what the function does that matters to code which tries
// again: does it wait, and can a context end the wait; is its result random;
// does it leave the process; does it run for as long as a connection lives;
// which HTTP method does it send.
//
// Summaries come from syntax and types alone, in one walk over each function
// and a propagation along static calls, because the go command computes them
// for every dependency. They cross packages as one small fact a package.
package summary

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Analyzer computes summaries. Its result is a *Package.
var Analyzer = &analysis.Analyzer{
	Name:       "retrysummary",
	Doc:        "summarise what functions do that matters to code which tries again",
	Run:        run,
	ResultType: reflect.TypeFor[*Package](),
	FactTypes:  []analysis.Fact{new(fact)},
}

// Package answers for the functions of one package and of its imports.
type Package struct {
	pass     *analysis.Pass
	funcs    map[*types.Func]*function
	order    []*function // of funcs, as in the source
	imported map[*types.Package]map[string]knowledge.Entry
	impls    map[*types.Func][]*types.Func  // interface method to its implementations
	types    []*types.Named                 // of the package, for impls
	defs     map[types.Object]ast.Expr      // of timers and their channels, see definitions
	requests map[types.Object]*ast.CallExpr // that variables hold, see requestOf
}

// function is a function of the package under analysis while its summary grows.
type function struct {
	decl  *ast.FuncDecl
	calls []call
	entry knowledge.Entry
	// opaque is set when the function calls what cannot be known: a function
	// value or an interface method that may do anything.
	opaque bool
	// unknown is set once it is found that where the function takes effect cannot
	// be known.
	unknown bool
	// small is set when the function is short enough to be a helper whose
	// purpose is the wait that it contains.
	small bool
}

// call is a call in a function's own body. Its callee may be an interface
// method.
type call struct {
	expr *ast.CallExpr
	fn   *types.Func
}

func run(pass *analysis.Pass) (any, error) {
	p := &Package{
		pass:     pass,
		funcs:    map[*types.Func]*function{},
		imported: map[*types.Package]map[string]knowledge.Entry{},
		impls:    map[*types.Func][]*types.Func{},
	}
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			f := p.walk(decl, fn)
			p.funcs[fn] = f
			p.order = append(p.order, f)
		}
	}
	p.propagate()
	p.export()
	return p, nil
}

// Of says what is known of fn: from flags, from the tables, else from its source.
func (p *Package) Of(fn *types.Func) knowledge.Entry {
	if fn == nil || fn.Pkg() == nil {
		return knowledge.Entry{}
	}
	fn = fn.Origin()
	return told(fn, p.found(fn))
}

// found is what the tables or the source of fn say.
func (p *Package) found(fn *types.Func) knowledge.Entry {
	if f := p.funcs[fn]; f != nil {
		return f.entry
	}
	e := knowledge.Lookup(fn)
	if e != (knowledge.Entry{}) || fn.Pkg() == p.pass.Pkg {
		return e
	}
	return p.fromFact(fn)
}

// Callee returns the function or method that call names, which may be a method
// of an interface; nil for function values, conversions and builtins.
func (p *Package) Callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(p.pass.TypesInfo, call).(*types.Func)
	return fn
}

// OfCall says what a call does: what is known of its callee or, for a method of
// an interface with exactly one implementation in the package under analysis,
// of that.
func (p *Package) OfCall(call *ast.CallExpr) knowledge.Entry {
	fn := p.Callee(call)
	if fn == nil {
		return knowledge.Entry{}
	}
	e := p.ofMethod(fn)
	if e.Place == knowledge.Remote && (p.dialsUnix(call, fn) || p.staysHere(call)) {
		e.Place = knowledge.Local
	}
	return e
}

// dialsUnix reports whether a call of package net names a socket of this
// machine.
func (p *Package) dialsUnix(call *ast.CallExpr, fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Pkg().Path() != "net" {
		return false
	}
	for _, arg := range call.Args {
		if tv := p.pass.TypesInfo.Types[arg]; tv.Value != nil && strings.HasPrefix(tv.Value.ExactString(), `"unix`) {
			return true
		}
	}
	return false
}

func (p *Package) ofMethod(fn *types.Func) knowledge.Entry {
	e := p.Of(fn)
	if !IsInterfaceMethod(fn) || e != (knowledge.Entry{}) {
		return e
	}
	if isGRPC(fn) || SendsRequest(fn.Signature()) {
		return knowledge.Entry{Place: knowledge.Remote}
	}
	if isKube(fn.Signature()) {
		return knowledge.Entry{Place: knowledge.Remote, Effect: kubeEffect(fn.Name())}
	}
	if impl := p.Implementation(fn); impl != nil {
		return p.Of(impl)
	}
	if p.allRemote(fn) {
		return knowledge.Entry{Place: knowledge.Remote}
	}
	return e
}

// allRemote reports whether every implementation of an interface's method in the
// package under analysis leaves the process.
func (p *Package) allRemote(fn *types.Func) bool {
	impls := p.implementations(fn)
	for _, m := range impls {
		if p.Of(m).Place != knowledge.Remote {
			return false
		}
	}
	return len(impls) > 0
}

// IsInterfaceMethod reports whether fn is declared by an interface.
func IsInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// isGRPC reports whether fn is a method of a generated gRPC client: its last
// parameter is ...grpc.CallOption.
func isGRPC(fn *types.Func) bool {
	sig := fn.Signature()
	if !sig.Variadic() {
		return false
	}
	last, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	return ok && IsNamed(last.Elem(), "google.golang.org/grpc", "CallOption")
}

// isKube reports whether a signature is that of a client of the Kubernetes API,
// such as clients are generated for one's own resources: a context first, and
// the API's options for the request among the rest.
func isKube(sig *types.Signature) bool {
	if !takesContext(sig) {
		return false
	}
	for i := range sig.Params().Len() {
		n, ok := types.Unalias(sig.Params().At(i).Type()).(*types.Named)
		if ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "k8s.io/apimachinery/pkg/apis/meta/v1" && strings.HasSuffix(n.Obj().Name(), "Options") {
			return true
		}
	}
	return false
}

// kubeEffect is what the second of two equal requests to the Kubernetes API
// does. An update carries the version of what it replaces; a patch may append.
func kubeEffect(verb string) knowledge.Effect {
	switch verb {
	case "Get", "List", "Watch", "Update", "UpdateStatus", "Delete", "DeleteCollection", "Apply", "ApplyStatus":
		return knowledge.Idempotent
	}
	return knowledge.EffectUnknown
}

// SendsRequest reports whether a signature is that of http.Client.Do: whatever
// implements it sends requests.
func SendsRequest(sig *types.Signature) bool {
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 &&
		IsNamed(sig.Params().At(0).Type(), "net/http", "Request") && IsNamed(sig.Results().At(0).Type(), "net/http", "Response")
}

// Implementation returns the only method of the package under analysis that
// implements the interface method fn, or nil.
func (p *Package) Implementation(fn *types.Func) *types.Func {
	if impls := p.implementations(fn); len(impls) == 1 {
		return impls[0]
	}
	return nil
}

// implementations lists the methods of the package under analysis that implement
// the interface method fn, where the interface is the package's own: others may
// implement that of another package.
func (p *Package) implementations(fn *types.Func) []*types.Func {
	if impls, ok := p.impls[fn]; ok {
		return impls
	}
	p.impls[fn] = nil
	iface, ok := fn.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 || fn.Pkg() != p.pass.Pkg {
		return nil
	}
	if p.types == nil {
		p.types = concreteTypes(p.pass.Fset, p.pass.Pkg)
	}
	for _, named := range p.types {
		ptr := types.NewPointer(named)
		if !types.Implements(ptr, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, fn.Pkg(), fn.Name())
		if m, ok := obj.(*types.Func); ok {
			p.impls[fn] = append(p.impls[fn], m)
		}
	}
	return p.impls[fn]
}

// concreteTypes lists the named types of a package that are no interfaces, no
// generics and no tests' fakes, which the go command analyses with the package.
func concreteTypes(fset *token.FileSet, pkg *types.Package) []*types.Named {
	var out []*types.Named
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || strings.HasSuffix(fset.Position(obj.Pos()).Filename, "_test.go") {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if ok && !types.IsInterface(named) && named.TypeParams().Len() == 0 {
			out = append(out, named)
		}
	}
	return out
}

// Decl returns the declaration of a function of the package under analysis.
func (p *Package) Decl(fn *types.Func) *ast.FuncDecl {
	if fn == nil {
		return nil
	}
	if f := p.funcs[fn.Origin()]; f != nil {
		return f.decl
	}
	return nil
}

// Exported lists the functions of the package under analysis that other packages
// can call, methods included, in source order.
func (p *Package) Exported() []*types.Func {
	var out []*types.Func
	for _, f := range p.order {
		if fn, ok := p.pass.TypesInfo.Defs[f.decl.Name].(*types.Func); ok && fn.Exported() {
			out = append(out, fn)
		}
	}
	return out
}

// IsNamed reports whether t, or what it points to, is the named type pkg.name.
func IsNamed(t types.Type, pkg, name string) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg
}
