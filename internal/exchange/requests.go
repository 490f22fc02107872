package exchange

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/request"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
)

// request says where a request was made that an attempt sends with a body, if
// that was before the site.
func (f *stage) request(c *ast.CallExpr, arg ast.Expr) (made ast.Node, memory bool) {
	m := f.m
	v := f.carried(arg, 0)
	if v == nil || f.rebuilds(v) {
		return nil, false
	}
	if world.IsParam(f.u, v) {
		if !f.anyRequest(v) {
			return nil, false
		}
		return site.Span{From: v.Pos(), To: v.Pos() + token.Pos(len(v.Name()))}, false
	}
	for _, d := range f.before(v) {
		nc, ok := world.CallOf(d.Rhs)
		if !ok {
			continue
		}
		if made, memory = f.bodyOfNew(nc); made != nil {
			if memory && f.onlyAnswers(c) {
				return nil, false
			}
			return made, memory
		}
	}
	for _, body := range f.bodies(v) {
		if src, _ := f.fresh(flow.Def{Rhs: body}, 0); src != nil {
			return src, false
		}
		if id, ok := ast.Unparen(body).(*ast.Ident); ok {
			if b, ok := m.Object(id).(*types.Var); ok && !b.IsField() && isReadable(b.Type()) {
				if src, _ := f.origin(b, 0); src != nil {
					return src, false
				}
			}
		}
	}
	return nil, false
}

// carried is the variable outside the site that a request comes from, by itself
// or as a copy, which has the same body.
func (f *stage) carried(e ast.Expr, depth int) *types.Var {
	m := f.m
	if c, ok := world.CallOf(e); ok && depth < 3 {
		sel, ok := c.Fun.(*ast.SelectorExpr)
		if ok && (sel.Sel.Name == "Clone" || sel.Sel.Name == "WithContext") && summary.IsNamed(m.Info.TypeOf(sel.X), "net/http", "Request") {
			return f.carried(sel.X, depth+1)
		}
		return nil
	}
	v, ok := m.Object(e).(*types.Var)
	if !ok || v.IsField() || depth > 3 {
		return nil
	}
	var inside []flow.Def
	for _, d := range f.u.Definitions()[v] {
		if f.within(d.Node) {
			inside = append(inside, d)
		}
	}
	if len(inside) == 0 {
		if f.outside(v) {
			return v
		}
		return nil
	}
	var from *types.Var
	for _, d := range inside {
		if d.Rhs == nil || d.Multi || m.Object(d.Rhs) == v {
			return nil
		}
		src := f.carried2(d.Rhs, v, depth+1)
		if src == nil || from != nil && from != src {
			return nil
		}
		from = src
	}
	return from
}

// carried2 follows one definition of a request that a site makes of another.
func (f *stage) carried2(e ast.Expr, self *types.Var, depth int) *types.Var {
	if c, ok := world.CallOf(e); ok {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && f.m.Object(sel.X) == self {
			if (sel.Sel.Name == "Clone" || sel.Sel.Name == "WithContext") && f.outside(self) {
				return self // req = req.WithContext(ctx)
			}
			return nil
		}
	}
	return f.carried(e, depth)
}

// anyRequest reports whether a function is given requests of which some have a
// body: it sends whatever it is given, as a RoundTripper does, or a caller in
// this package gives it one with a body.
func (f *stage) anyRequest(v *types.Var) bool {
	m := f.m
	if f.u.Fn == nil || request.LooksAtMethod(m, f.u.Root, map[types.Object]bool{v: true}, 0) {
		return false
	}
	sig := f.u.Fn.Signature()
	if f.u.Fn.Exported() && answersRequest(sig) {
		return true
	}
	i := f.position(v)
	if i < 0 {
		return false
	}
	key := param{f.u.Fn, i}
	known := notesOf(m).streamed
	found, ok := known[key]
	if !ok {
		calls, _ := m.Callers(f.u.Fn)
		found = slices.ContainsFunc(calls, func(c *ast.CallExpr) bool { return i < len(c.Args) && givesStream(m, c, c.Args[i]) })
		known[key] = found
	}
	return found
}

// answersRequest reports whether a function gives back the response to a request that
// it is given, whatever else it is given, such as a client or a policy.
func answersRequest(sig *types.Signature) bool {
	res := sig.Results()
	if res.Len() != 2 || !world.IsResponse(res.At(0).Type()) || !summary.IsError(res.At(1).Type()) {
		return false
	}
	for p := range sig.Params().Variables() {
		if summary.IsNamed(p.Type(), "net/http", "Request") {
			return true
		}
	}
	return false
}

// param is a parameter of a function.
type param struct {
	fn    *types.Func
	index int
}

// givesStream reports whether a call is given a request whose body is a stream.
func givesStream(m *flow.Package, c *ast.CallExpr, arg ast.Expr) bool {
	root := world.UnitAround(m, c)
	if root == nil {
		return false
	}
	caller := stage{m: m, u: root, node: root.Body, root: root.Body}
	for _, d := range root.Definitions()[m.Object(arg)] {
		if nc, ok := world.CallOf(d.Rhs); ok {
			if made, memory := caller.bodyOfNew(nc); made != nil && !memory {
				return true
			}
		}
	}
	return false
}

// notes is what this topic keeps of a package.
type notes struct {
	rebuilds map[rebuilder]bool
	streamed map[param]bool
}

func notesOf(m *flow.Package) *notes {
	n := flow.Notes[notes](m)
	if n.rebuilds == nil {
		*n = notes{map[rebuilder]bool{}, map[param]bool{}}
	}
	return n
}

func callsIn(body ast.Node) []*ast.CallExpr {
	var out []*ast.CallExpr
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			out = append(out, c)
		}
		return true
	})
	return out
}

// bodyOfNew is the body that a call gives the request that it makes, nil if there
// is none or nothing is known of it.
func (f *stage) bodyOfNew(c *ast.CallExpr) (made ast.Node, memory bool) {
	m := f.m
	if !makesRequest(m, c) {
		fn := world.BodyOf(m, m.Sums.Callee(c))
		if fn == nil || m.Sums.OfCall(c).Method == nil || looksAtBody(m, m.Sums.Decl(fn).Body, 0) {
			return nil, false
		}
	}
	sig, ok := world.Signature(m, c)
	if !ok {
		return nil, false
	}
	for i, a := range c.Args {
		if i >= sig.Params().Len() || !isStream(sig.Params().At(i).Type()) || m.Info.Types[a].IsNil() || f.empty(a) {
			continue
		}
		if id, ok := ast.Unparen(world.Addressed(a)).(*ast.Ident); ok {
			v, ok := m.Object(id).(*types.Var)
			if !ok || v.IsField() || !isReadable(v.Type()) {
				return nil, false
			}
			return f.origin(v, 0)
		}
		return f.fresh(flow.Def{Rhs: a}, 0)
	}
	return nil, false
}

// bodies lists what is assigned to the Body of a request outside the site.
func (f *stage) bodies(v *types.Var) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(f.u.Root, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) || a.Pos() >= f.node.Pos() {
			return true
		}
		for i, l := range a.Lhs {
			if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && sel.Sel.Name == "Body" && f.m.Object(sel.X) == v && !f.m.Info.Types[a.Rhs[i]].IsNil() {
				out = append(out, a.Rhs[i])
			}
		}
		return true
	})
	return out
}

// onlyAnswers reports whether an attempt is repeated only where there was an
// answer. The connection is then in use again, and net/http makes the body anew
// by GetBody where it finds that nothing of it was sent.
func (f *stage) onlyAnswers(c *ast.CallExpr) bool {
	r := f.r
	if r == nil {
		return false
	}
	p, ok := world.PlacedCall(r, c)
	if !ok {
		return false
	}
	w := func(x *ast.CallExpr) world.Outcome {
		if x == c {
			return world.Failure
		}
		return world.Success
	}
	return !world.Run(r, w, world.At(r, p)).Back
}

// options says where a stream was made that is in a struct which an attempt is
// given, if both were made before the site.
func (f *stage) options(arg ast.Expr) (made ast.Node, memory bool) {
	m := f.m
	arg = ast.Unparen(world.Addressed(arg))
	if lit, ok := arg.(*ast.CompositeLit); ok {
		return f.fields(lit, func(e ast.Expr) (ast.Node, bool) { return f.stream(e, 0) })
	}
	id, ok := arg.(*ast.Ident)
	if !ok {
		return nil, false
	}
	v, ok := m.Object(id).(*types.Var)
	if !ok || v.IsField() || world.IsParam(f.u, v) {
		return nil, false
	}
	if _, ok := summary.TypeUnder[*types.Struct](deref(v.Type())); !ok {
		return nil, false
	}
	isOutside := f.outside(v)
	if isOutside && f.refilled(v) {
		return nil, false
	}
	value := func(e ast.Expr) (ast.Node, bool) {
		if !isOutside {
			return f.stream(e, 0)
		}
		return f.held(e)
	}
	var last flow.Def // what the struct was before the site
	for _, d := range f.u.Definitions()[v] {
		if isOutside && f.within(d.Node) {
			return nil, false
		}
		if d.Rhs != nil && (!isOutside || d.Node.Pos() < f.node.Pos()) {
			last = d
		}
	}
	if last.Node == nil {
		return nil, false
	}
	if lit, ok := ast.Unparen(world.Addressed(last.Rhs)).(*ast.CompositeLit); ok {
		if made, memory = f.fields(lit, value); made != nil {
			return made, memory
		}
	}
	for _, a := range f.assignedFields(v, last.Node.Pos()) {
		if made, memory = value(a); made != nil {
			return made, memory
		}
	}
	return nil, false
}

// before lists the assignments to a variable that were made when the site began.
func (f *stage) before(v *types.Var) []flow.Def {
	var out []flow.Def
	for _, d := range f.u.Definitions()[v] {
		if d.Node.Pos() < f.node.Pos() || !f.outside(v) {
			out = append(out, d)
		}
	}
	return out
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// held is the stream that a field outside the site is given.
func (f *stage) held(e ast.Expr) (made ast.Node, memory bool) {
	e = ast.Unparen(world.Addressed(e))
	if id, ok := e.(*ast.Ident); ok {
		v, ok := f.m.Object(id).(*types.Var)
		if !ok || v.IsField() || !isReadable(v.Type()) || f.setBack(v) {
			return nil, false
		}
		return f.origin(v, 0)
	}
	return f.fresh(flow.Def{Rhs: e}, 0)
}

// fields looks for a stream among the values of a struct's fields.
func (f *stage) fields(lit *ast.CompositeLit, value func(ast.Expr) (ast.Node, bool)) (made ast.Node, memory bool) {
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok && summary.LastName(kv.Key) == "GetBody" && !f.m.Info.Types[kv.Value].IsNil() {
			return nil, false // the client makes the stream anew
		}
	}
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		field, ok := f.m.Object(kv.Key).(*types.Var)
		if !ok || !field.IsField() || !f.consumedField(field) {
			continue
		}
		if made, memory = value(kv.Value); made != nil {
			return made, memory
		}
	}
	return nil, false
}

// consumedField reports whether a field holds a stream that a client reads and
// does not set back. The SDK of AWS takes a ReadSeeker, and goes back to where
// the stream stood when the call began.
func (f *stage) consumedField(field *types.Var) bool {
	if isStream(field.Type()) {
		return true
	}
	return summary.IsNamed(field.Type(), "io", "ReadSeeker") && field.Pkg() != nil && strings.Contains(field.Pkg().Path(), "aws/aws-sdk-go")
}

// assignedFields lists what the fields of a struct that hold streams are given
// from a place on, before the site.
func (f *stage) assignedFields(v *types.Var, from token.Pos) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(f.u.Root, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) || a.Pos() < from || a.Pos() >= f.node.Pos() && f.outside(v) {
			return true
		}
		for i, l := range a.Lhs {
			sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
			if !ok || f.m.Object(sel.X) != v {
				continue
			}
			if field, ok := f.m.Object(sel).(*types.Var); ok && f.consumedField(field) && !f.m.Info.Types[a.Rhs[i]].IsNil() {
				out = append(out, a.Rhs[i])
			}
		}
		return true
	})
	return out
}

// refilled reports whether the site gives a struct another stream.
func (f *stage) refilled(v *types.Var) bool {
	found := false
	f.inspect(func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
				if ok && f.m.Object(sel.X) == v {
					if field, ok := f.m.Object(sel).(*types.Var); ok && f.consumedField(field) {
						found = true
					}
				}
			}
		}
		return !found
	})
	return found
}
