package summary

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// smallFunc is how many statements a helper may have whose purpose is to wait.
// Longer functions do other things, and a wait in them is theirs.
const smallFunc = 25

// walk looks at one function: what it does itself and whom it calls.
func (p *Package) walk(decl *ast.FuncDecl, fn *types.Func) *function {
	f := &function{decl: decl, sig: fn.Signature()}
	f.entry.Place = knowledge.Local // until something else is found
	f.small = p.lookAt(f, decl.Body) <= smallFunc
	f.entry.Exits = neverReturns(p, decl)
	if f.small {
		f.entry.Wait = p.ownWait(decl, fn)
	}
	return f
}

// lookAt notes what a body does, and counts its statements.
func (p *Package) lookAt(f *function, body *ast.BlockStmt) (statements int) {
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		p.noteChannels(f, n)
		switch n := n.(type) {
		case *ast.GoStmt:
			// What another goroutine does is not what a call of the function
			// does, but the arguments are computed here.
			if lit, ok := n.Call.Fun.(*ast.FuncLit); ok {
				f.spawned = append(f.spawned, lit)
			}
			for _, arg := range n.Call.Args {
				ast.Inspect(arg, visit)
			}
			return false
		case *ast.FuncLit:
			// A literal that is not called here may never run; but most that
			// are passed on are run by the callee, so their calls count.
			ast.Inspect(n.Body, func(m ast.Node) bool {
				switch m := m.(type) {
				case *ast.CallExpr:
					p.addCall(f, m)
				case *ast.GoStmt:
					if lit, ok := m.Call.Fun.(*ast.FuncLit); ok {
						f.spawned = append(f.spawned, lit)
					}
					return false
				default:
					p.noteChannels(f, m)
				}
				return true
			})
			return false
		case *ast.ForStmt:
			if n.Cond == nil && receives(p.pass.TypesInfo, n.Body) {
				f.entry.Blocks = true
			}
		case *ast.CallExpr:
			p.addCall(f, n)
		case ast.Stmt:
			statements++
		}
		return true
	}
	ast.Inspect(body, visit)
	return statements
}

// addCall notes a call. Of those of function values, the ones count that can
// fail by an error, as those of operations do.
func (p *Package) addCall(f *function, c *ast.CallExpr) {
	fn := p.Callee(c)
	f.joins = f.joins || joins(fn)
	if fn == nil {
		sig, ok := TypeUnder[*types.Signature](p.pass.TypesInfo.TypeOf(c.Fun))
		if !ok || FailsBy(sig) != ByError || p.pass.TypesInfo.Types[c.Fun].IsType() {
			return
		}
		if _, ok := ast.Unparen(c.Fun).(*ast.FuncLit); ok {
			return // its own calls count
		}
	}
	f.calls = append(f.calls, call{c, fn})
}

// receives reports whether a loop body waits for something that arrives: a
// channel other than a timer's, or a stream's Recv.
func receives(info *types.Info, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && !isTimeChan(info.TypeOf(n.X)) && lastName(n.X) != "Done" {
				found = true
			}
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
				switch sel.Sel.Name {
				case "Recv", "RecvMsg", "Accept", "ReadMessage":
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// neverReturns reports whether a function's last statement is a call that never
// returns and it has no return statement, as in a fatal helper.
func neverReturns(p *Package, decl *ast.FuncDecl) bool {
	list := decl.Body.List
	if len(list) == 0 || len(list) > 6 || decl.Type.Results.NumFields() > 0 {
		return false
	}
	for _, s := range list {
		if _, ok := s.(*ast.ReturnStmt); ok {
			return false
		}
	}
	last, ok := list[len(list)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	c, ok := last.X.(*ast.CallExpr)
	return ok && !p.MayReturn(c)
}

// MayReturn reports whether control can come back from a call. It is what
// package cfg wants to know.
func (p *Package) MayReturn(c *ast.CallExpr) bool {
	if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok {
		if _, ok := p.pass.TypesInfo.Uses[id].(*types.Builtin); ok {
			return id.Name != "panic"
		}
	}
	fn := p.Callee(c)
	if fn == nil {
		return true
	}
	if f := p.funcs[fn.Origin()]; f != nil {
		return !f.entry.Exits
	}
	return !p.Of(fn).Exits
}

// Failing is how a function tells that it failed.
type Failing uint8

const (
	CannotFail Failing = iota
	ByError            // an error among its results
	ByBool             // a single boolean, or a last one
	ByNil              // a pointer or interface that may be nil
)

// FailsBy says how a function of this signature tells that it failed.
func FailsBy(sig *types.Signature) Failing {
	res := sig.Results()
	n := res.Len()
	for i := range n {
		t := res.At(i).Type()
		if s, ok := t.Underlying().(*types.Slice); ok {
			t = s.Elem() // one for each of several things
		}
		if IsError(t) {
			return ByError
		}
	}
	if n == 0 {
		return CannotFail
	}
	last := res.At(n - 1).Type().Underlying()
	if b, ok := last.(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
		return ByBool
	}
	switch last.(type) {
	case *types.Pointer, *types.Interface:
		return ByNil
	}
	return CannotFail
}

// IsError reports whether t is the type error.
func IsError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// IsContext reports whether t is context.Context or a type that embeds it as an
// interface.
func IsContext(t types.Type) bool {
	if t == nil {
		return false
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil &&
		(n.Obj().Pkg().Path() == "context" || strings.HasSuffix(n.Obj().Pkg().Path(), "golang.org/x/net/context"))
}

// propagate carries what callees do to their callers until nothing changes.
func (p *Package) propagate() {
	for _, f := range p.nodes {
		p.absorb(f)
	}
	// Each round settles at least one more level of calls; chains of helpers
	// within one package are short, and a summary that comes too late only
	// leaves something unknown.
	const rounds = 8
	for range rounds {
		changed := false
		for _, f := range p.nodes {
			if p.absorb(f) {
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// absorb recomputes a function's entry from its callees and reports whether it
// changed.
func (p *Package) absorb(f *function) bool {
	before := f.entry
	if f.decl == nil {
		f.entry.Place = p.place(f)
		return f.entry != before
	}
	place := p.placeBehind(f)
	for _, c := range f.calls {
		e := p.OfCall(c.expr)
		place = place.Join(p.inheritPlace(f, c, e))
		if c.fn == nil {
			continue
		}
		f.entry.Blocks = f.entry.Blocks || e.Blocks && place == knowledge.Remote && f.small
		if own := knowledge.Lookup(c.fn.Origin()).Effect; own.Unsafe() {
			f.entry.Effect = own
		}
		if e.Random && f.entry.Wait == nil {
			f.entry.Random = true
		}
		if e.Wait != nil && f.small && f.entry.Wait == nil {
			f.entry.Wait = p.inheritWait(f, c, e.Wait)
		}
		if e.Method != nil && f.entry.Method == nil && p.Of(c.fn).Method != nil {
			f.entry.Method = p.inheritMethod(f, c, e.Method)
		}
	}
	f.entry.Place = p.named(f, place)
	f.entry.Probe = place == knowledge.Remote && p.probes(f)
	if place == knowledge.Remote && FailsBy(f.sig) == ByError {
		f.entry.Wait = nil // an operation that also waits, not a helper that waits
	}
	if f.entry.Random && !returnsDraw(f.sig) {
		f.entry.Random = false
	}
	return f.entry != before
}

// takesContext reports whether a function's first parameter is a context, as
// that of an operation is.
func takesContext(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && IsContext(sig.Params().At(0).Type())
}

// returnsDraw reports whether a result can be what was drawn: a number, a
// duration, or a string such as an identifier.
func returnsDraw(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if b, ok := sig.Results().At(i).Type().Underlying().(*types.Basic); ok && b.Info()&(types.IsNumeric|types.IsString) != 0 {
			return true
		}
	}
	return false
}

// inheritMethod says which HTTP method f sends through a callee: the callee's
// own, or the one that an argument names. A constant counts for helpers only,
// small functions that make or answer with a request or a response, since a
// larger one does more than send; a parameter that is handed on says itself what
// it is.
func (p *Package) inheritMethod(f *function, c call, m *knowledge.Method) *knowledge.Method {
	key := m.Key || p.setsKey(f.decl.Body)
	if m.Const == "" && m.Param < len(c.expr.Args) {
		if i := ParamIndex(p.pass.TypesInfo, f.sig, c.expr.Args[m.Param]); i >= 0 {
			return &knowledge.Method{Param: i, Key: key}
		}
	}
	if !f.small || !aboutHTTP(f.sig) && !p.sends(f) {
		return nil
	}
	if m.Const != "" {
		return &knowledge.Method{Const: m.Const, Key: key}
	}
	if m.Param >= len(c.expr.Args) {
		return nil
	}
	arg := ast.Unparen(c.expr.Args[m.Param])
	if tv, ok := p.pass.TypesInfo.Types[arg]; ok && tv.Value != nil {
		method := strings.Trim(tv.Value.ExactString(), `"`)
		if method == "" {
			method = "GET" // as NewRequest documents
		}
		return &knowledge.Method{Const: method, Key: key}
	}
	return nil
}

// aboutHTTP reports whether a function answers with a request or a response.
func aboutHTTP(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if IsNamed(t, "net/http", "Response") || IsNamed(t, "net/http", "Request") {
			return true
		}
	}
	return false
}

// sends reports whether a function sends a request itself.
func (p *Package) sends(f *function) bool {
	for _, c := range f.calls {
		if c.fn == nil {
			continue // a function value
		}
		if SendsRequest(c.fn.Signature()) || c.fn.Pkg() != nil && c.fn.Pkg().Path() == "net/http" && p.Of(c.fn).Place == knowledge.Remote {
			return true
		}
	}
	return false
}

// setsKey reports whether a function sets an idempotency key on a header.
func (p *Package) setsKey(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && IsIdempotencyKey(strings.Trim(lit.Value, "`\"")) {
			found = true
		}
		return !found
	})
	return found
}

// IsIdempotencyKey reports whether a header names the key under which servers
// recognise a repeated request: the draft standard's Idempotency-Key and the
// spelling that net/http accepts beside it.
func IsIdempotencyKey(header string) bool {
	return strings.EqualFold(header, "Idempotency-Key") || strings.EqualFold(header, "X-Idempotency-Key")
}

// ParamIndex returns the index of the parameter that an expression names, or
// -1.
func ParamIndex(info *types.Info, sig *types.Signature, e ast.Expr) int {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return -1
	}
	obj := info.Uses[id]
	for i := range sig.Params().Len() {
		if sig.Params().At(i) == obj {
			return i
		}
	}
	return -1
}
