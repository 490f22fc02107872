package summary

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Where a call takes effect: one rule for what is called directly, through a
// wrapper, through an interface or as a function value.

// place is where what a function calls takes effect, all of it joined.
func (p *Package) place(f *function) knowledge.Place {
	place := p.placeBehind(f)
	for _, c := range f.calls {
		place = place.Join(p.inheritPlace(f, c, p.OfCall(c.expr)))
	}
	return place
}

// inheritPlace is what a call says of the place of the function that makes it.
func (p *Package) inheritPlace(f *function, c call, e knowledge.Entry) knowledge.Place {
	if run := p.runBy(c, e); run != nil {
		if i := ParamIndex(p.pass.TypesInfo, f.sig, run); i >= 0 {
			if f.entry.Runs == 0 {
				f.entry.Runs = i + 1
			}
			e.Place = knowledge.Local
			if c.fn != nil {
				e.Place = ownPart(p.ofMethod(c.fn))
			}
		}
	}
	switch e.Place {
	case knowledge.Remote:
		return knowledge.Remote
	case knowledge.ProbablyRemote:
		// What is only likely is handed on by wrappers, which look like an operation
		// themselves, or like a session; a larger function does other things, too.
		// One that ends what the program has has a context to be told how long it may take.
		if givesErrors(f.sig) && (f.small || takesContext(f.sig) && !p.ends(f)) || f.entry.Blocks && takesContext(f.sig) {
			return knowledge.ProbablyRemote
		}
		return knowledge.PlaceUnknown
	case knowledge.PlaceUnknown:
		if c.fn == nil || givesErrors(c.fn.Signature()) {
			return knowledge.PlaceUnknown
		}
	}
	return knowledge.Local
}

// ends reports whether a function ends something, by its name.
func (p *Package) ends(f *function) bool {
	return f.decl != nil && slices.ContainsFunc(slices.Collect(knowledge.Words(f.decl.Name.Name)), knowledge.CleanUpName)
}

// runBy is the function value that a call runs: the one that it calls, or the one
// that it gives to a function which calls it.
func (p *Package) runBy(c call, e knowledge.Entry) ast.Expr {
	if c.fn == nil {
		return c.expr.Fun
	}
	return runArg(c.expr, e)
}

// runArg is the argument that a callee runs, nil if it runs none.
func runArg(c *ast.CallExpr, e knowledge.Entry) ast.Expr {
	if e.Runs == 0 || e.Runs > len(c.Args) {
		return nil
	}
	return c.Args[e.Runs-1]
}

// named turns the joined place of a declared function's calls into its own: that of
// its parameter where it does nothing else, and a probable one where it is a remote
// call by its name.
func (p *Package) named(f *function, place knowledge.Place) knowledge.Place {
	switch {
	case place == knowledge.Local && f.entry.Runs > 0:
		return knowledge.OfParameter
	case place == knowledge.PlaceUnknown && callsByName(f.decl.Name.Name, f.sig):
		return knowledge.ProbablyRemote
	}
	return place
}

// ownPart is the place of what a function does besides running what it is given.
func ownPart(e knowledge.Entry) knowledge.Place {
	if e.Place == knowledge.OfParameter {
		return knowledge.Local
	}
	return e.Place
}

// placeOfRun is the place of a call whose callee runs one of its arguments.
func (p *Package) placeOfRun(c *ast.CallExpr, e knowledge.Entry) knowledge.Place {
	arg := runArg(c, e)
	if arg == nil {
		return e.Place
	}
	return ownPart(e).Join(p.PlaceOfFunc(arg))
}

// PlaceOfFunc is where a function value takes effect when it is called.
func (p *Package) PlaceOfFunc(e ast.Expr) knowledge.Place {
	e = ast.Unparen(e)
	if tv := p.pass.TypesInfo.Types[e]; tv.IsNil() {
		return knowledge.Local
	}
	switch e := e.(type) {
	case *ast.FuncLit:
		return p.placeOfLiteral(e)
	case *ast.CallExpr:
		return p.placeOfMade(e)
	}
	switch obj := object(p.pass.TypesInfo, e).(type) {
	case *types.Func:
		return p.ofMethod(obj).Place
	case *types.Var:
		return p.ofHeld(obj).Place
	}
	return knowledge.PlaceUnknown
}

// placeOfLiteral is where a literal's calls take effect. Before all is propagated
// they count as those of the function around it.
func (p *Package) placeOfLiteral(lit *ast.FuncLit) knowledge.Place {
	if f := p.literals[lit]; f != nil {
		return f.entry.Place
	}
	if !p.settled {
		return knowledge.Local
	}
	f := p.nodeOf(lit)
	f.entry.Place = p.place(f)
	return f.entry.Place
}

// placeOfMade is where a function that a call makes takes effect, as far as the
// callee's body is in sight and it returns literals alone.
func (p *Package) placeOfMade(c *ast.CallExpr) knowledge.Place {
	fn := p.Callee(c)
	if fn == nil {
		return knowledge.PlaceUnknown
	}
	f := p.funcs[fn.Origin()]
	if f == nil || f.sig.Results().Len() != 1 {
		return knowledge.PlaceUnknown
	}
	place := knowledge.Local
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			made := knowledge.PlaceUnknown
			if len(n.Results) == 1 {
				if lit, ok := ast.Unparen(n.Results[0]).(*ast.FuncLit); ok {
					made = p.placeOfLiteral(lit)
				}
			}
			place = place.Join(made)
			return false
		}
		return true
	})
	return place
}

// ofValue says what a call of a function value does.
func (p *Package) ofValue(c *ast.CallExpr) knowledge.Entry {
	sig, ok := TypeUnder[*types.Signature](p.pass.TypesInfo.TypeOf(c.Fun))
	if !ok {
		return knowledge.Entry{} // a conversion
	}
	if isGRPC(sig) || SendsRequest(sig) {
		return knowledge.Entry{Place: knowledge.Remote}
	}
	if v, ok := object(p.pass.TypesInfo, c.Fun).(*types.Var); ok {
		if e := p.ofHeld(v); e.Place != knowledge.PlaceUnknown {
			return e
		}
	}
	// A value of a named function type that takes a context is an operation of some
	// protocol, such as images.HandlerFunc.
	if _, named := types.Unalias(p.pass.TypesInfo.TypeOf(c.Fun)).(*types.Named); named && IsOperation(sig) {
		return knowledge.Entry{Place: knowledge.ProbablyRemote}
	}
	if isPredicate(sig) {
		return knowledge.Entry{Place: knowledge.Local}
	}
	return knowledge.Entry{}
}

// guess is the place of a method of an interface that nothing else is known of.
func guess(fn *types.Func) knowledge.Place {
	switch sig := fn.Signature(); {
	case FailsBy(sig) != ByError, lists(knowledge.ReceiverName(fn)) && !takesContext(sig):
		return knowledge.Local // a question that cannot fail, or an informer's cache
	case IsOperation(sig), callsByName(fn.Name(), sig):
		return knowledge.ProbablyRemote
	}
	return knowledge.PlaceUnknown
}

// lists reports whether an interface is that of an informer's cache, as generated
// for the Kubernetes API: PodLister, PodNamespaceLister, PodListerExpansion.
func lists(iface string) bool {
	return strings.HasSuffix(strings.TrimSuffix(iface, "Expansion"), "Lister")
}

// IsOperation reports whether a function takes a context and can fail.
func IsOperation(sig *types.Signature) bool {
	return takesContext(sig) && FailsBy(sig) == ByError
}

// callsByName reports whether a function is a remote call that names its method,
// as that of net/rpc does: Call("Service.Method", args, reply).
func callsByName(name string, sig *types.Signature) bool {
	if name != "RPC" && name != "Call" && name != "Invoke" || FailsBy(sig) != ByError {
		return false
	}
	first := 0
	if takesContext(sig) {
		first = 1
	}
	if sig.Params().Len() < first+3 {
		return false
	}
	b, ok := sig.Params().At(first).Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isPredicate reports whether a function asks a question of what it is given: it
// has arguments, none of them a context, and answers with a boolean alone.
func isPredicate(sig *types.Signature) bool {
	if sig.Params().Len() == 0 || sig.Results().Len() != 1 || FailsBy(sig) != ByBool {
		return false
	}
	for i := range sig.Params().Len() {
		if IsContext(sig.Params().At(i).Type()) {
			return false
		}
	}
	return true
}
