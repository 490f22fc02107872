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
	"go/types"
	"reflect"
	"slices"
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
	FactTypes:  []analysis.Fact{new(fact), new(moduleVersion)},
}

// Package answers for the functions of one package and of its imports.
type Package struct {
	pass     *analysis.Pass
	funcs    map[*types.Func]*function
	order    []*function // of funcs, as in the source
	imported map[*types.Package]map[string]knowledge.Entry
	impls    map[*types.Func][]*types.Func  // interface method to its implementations
	concrete *concreteTypes                 // for impls; nil until asked for
	nodes    []*function                    // what is propagated: order, and the literals that values are
	literals map[*ast.FuncLit]*function     // of nodes
	held     map[*types.Var]*held           // what variables and fields of function type hold; nil until asked for
	queues   map[types.Object][]*function   // who receives from a channel
	settled  bool                           // all is propagated
	defs     map[types.Object]ast.Expr      // of timers and their channels, see definitions
	requests map[types.Object]*ast.CallExpr // that variables hold, see requestOf
}

// function is a function of the package under analysis while its summary grows.
type function struct {
	decl  *ast.FuncDecl // nil for a literal
	sig   *types.Signature
	calls []call
	entry knowledge.Entry
	// sends are the channels that the function sends to, before it receives an
	// answer if answered is set.
	sends    []types.Object
	answered bool
	// spawned are the literals that the function starts as goroutines, for which it
	// waits if joins is set.
	spawned []*ast.FuncLit
	joins   bool
	asking  bool // what it says of a nil error is being found
	// small is set when the function is short enough to be a helper whose
	// purpose is the wait that it contains.
	small bool
}

// call is a call in a function's own body. Its callee may be an interface
// method; it is nil for a function value.
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
		literals: map[*ast.FuncLit]*function{},
		queues:   map[types.Object][]*function{},
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
	p.nodes = slices.Clone(p.order)
	p.nodesOfQueues()
	p.nodesOfValues()
	p.propagate()
	p.findOfNil()
	p.settled = true
	p.export()
	p.exportVersion()
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

// Known says what the tables and flags know of fn, whatever its source shows.
func (p *Package) Known(fn *types.Func) knowledge.Entry { return told(fn, p.library(fn)) }

// found is what the tables or the source of fn say.
func (p *Package) found(fn *types.Func) knowledge.Entry {
	if f := p.funcs[fn]; f != nil {
		return f.entry
	}
	e := p.library(fn)
	if e != (knowledge.Entry{}) || fn.Pkg() == p.pass.Pkg {
		return e
	}
	e, ok := p.fromFact(fn.Pkg(), knowledge.FuncName(fn))
	if !ok && Imports(p.pass.Pkg, fn.Pkg()) && !IsInterfaceMethod(fn) {
		return knowledge.Entry{Place: knowledge.Local} // a fact says what is not local
	}
	return e
}

// Callee returns the function or method that call names, which may be a method
// of an interface; nil for function values, conversions and builtins.
func (p *Package) Callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(p.pass.TypesInfo, call).(*types.Func)
	return fn
}

// OfCall says what a call does: what is known of its callee, of the
// implementations in sight of a method of an interface, or of what a variable or
// field of function type holds. Where the callee runs what it is given, that
// takes effect too.
func (p *Package) OfCall(call *ast.CallExpr) knowledge.Entry {
	fn := p.Callee(call)
	if fn == nil {
		return p.ofValue(call)
	}
	e := p.ofMethod(fn)
	if e.Runs > 0 {
		e.Place = p.placeOfRun(call, e)
	}
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
	if isGRPC(fn.Signature()) || SendsRequest(fn.Signature()) {
		return knowledge.Entry{Place: knowledge.Remote}
	}
	if isKube(fn.Signature()) {
		return knowledge.Entry{Place: knowledge.Remote, Effect: kubeEffect(fn.Name())}
	}
	e = p.ofImplementations(fn)
	if e.Place == knowledge.PlaceUnknown {
		e.Place = guess(fn)
	}
	return e
}

// IsInterfaceMethod reports whether fn is declared by an interface.
func IsInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// isGRPC reports whether a signature is that of a generated gRPC client: its last
// parameter is ...grpc.CallOption.
func isGRPC(sig *types.Signature) bool {
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
