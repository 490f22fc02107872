package summary

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// Of says what is known of fn: from flags, from the tables, else from its source.
func (p *Package) Of(fn *types.Func) knowledge.Entry {
	if fn == nil || fn.Pkg() == nil {
		return knowledge.Entry{}
	}
	fn = fn.Origin()
	return told(fn, p.found(fn))
}

// Known says what the tables and flags know of fn, whatever its source shows.
func (p *Package) Known(fn *types.Func) knowledge.Entry {
	if fn == nil || fn.Pkg() == nil { // a method of type error
		return knowledge.Entry{}
	}
	return told(fn, p.library(fn))
}

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
		if c, ok := ast.Unparen(arg).(*ast.CallExpr); ok { // addr.Network()
			sel, ok := c.Fun.(*ast.SelectorExpr)
			if ok && IsNamed(p.pass.TypesInfo.TypeOf(sel.X), "net", "UnixAddr") {
				return true
			}
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
