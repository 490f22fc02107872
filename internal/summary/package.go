package summary

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retryvet/retryvet/internal/knowledge"
)

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
	asking  bool          // what it says of a nil error is being found
	drawn   knowledge.Tri // whether something in its result may be drawn, see computed
	key     knowledge.Tri // see setsKey
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

// Callee returns the function or method that call names, which may be a method
// of an interface; nil for function values, conversions and builtins.
func (p *Package) Callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(p.pass.TypesInfo, call).(*types.Func)
	return fn
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

// held is what a variable of package level or a field, of function type, holds:
// the values that the package stores in it.
type held struct {
	funcs    []*types.Func
	literals []*ast.FuncLit
	// open is set where something else may be stored in it.
	open bool
}

// concreteTypes are the types of a package that may implement its interfaces.
type concreteTypes struct {
	having   map[string][]*types.Named // by the methods that they have
	of       map[types.Type][]*types.Named
	asserted []asserted
	fakes    map[*token.File]bool
}

// asserted is a declaration such as var _ Doer = (*http.Client)(nil) about a type
// of another package.
type asserted struct {
	iface types.Type
	named *types.Named
}
