package site

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/summary"
)

// Reuse is a stream that was made before a site and that each attempt reads: the
// first attempt uses it up.
type Reuse struct {
	Use ast.Expr // in the attempt: the reader, the request, or the options that hold it
	// Made is where the stream comes from: the expression that makes it, or the
	// parameter.
	Made ast.Node
	What What
	// Memory is set where the stream reads from memory, so that a request made of
	// it has a GetBody.
	Memory bool
	// First is the call that used it up, where there is no site: the function
	// sends a request once more.
	First *ast.CallExpr
}

// What is what is used up.
type What uint8

const (
	Reader  What = iota // a reader
	Request             // a request, with its body
	Options             // a struct with a reader in it
)

// reuses finds the streams that the attempts of a site use up.
func (m *Model) reuses(s *Site) {
	if s.Max == 1 {
		return
	}
	f := stage{m: m, s: s, u: s.unit, node: s.Node}
	switch {
	case s.region != nil:
		f.u = s.region.u
		if _, ok := s.Node.(*ast.LabeledStmt); ok {
			f.node = span{s.region.from, s.region.to}
			f.root = s.region.u.body
		}
	case s.op == nil:
		return // a recursion is given its arguments as they are
	default:
		lit := s.unit.literal(s.op)
		if lit == nil {
			return
		}
		f.root, f.literal = lit.Body, lit
	}
	if f.root == nil {
		f.root = f.node
	}
	ast.Inspect(f.root, func(n ast.Node) bool {
		if n == nil || f.literal == nil && !f.overlaps(n) {
			return false
		}
		if c, ok := n.(*ast.CallExpr); ok && !m.info.Types[c.Fun].IsType() && !m.isBuiltin(c) {
			f.call(c)
		}
		return true
	})
}

// stage is the code that a site runs again, for questions about what it is given
// from outside.
type stage struct {
	m       *Model
	s       *Site
	u       *unit
	node    ast.Node // all that belongs to the site
	root    ast.Node // what is run again
	literal *ast.FuncLit
}

// outside reports whether a variable was declared before the site.
func (f *stage) outside(obj types.Object) bool {
	if f.literal != nil {
		return obj.Pos() < f.literal.Pos() || obj.Pos() >= f.literal.End()
	}
	return obj.Pos() < f.node.Pos() || obj.Pos() >= f.node.End()
}

// within reports whether a node belongs to what is run again.
func (f *stage) within(n ast.Node) bool {
	if f.literal != nil {
		return within(n, f.literal)
	}
	return within(n, f.node)
}

// call looks at what one call is given.
func (f *stage) call(c *ast.CallExpr) {
	m := f.m
	sig, ok := m.signature(c)
	if !ok {
		return
	}
	makes := m.makesRequest(c)
	remote := f.remote(c)
	if !makes && !remote || !f.goesOn(c) {
		return
	}
	for i, arg := range c.Args {
		if i >= sig.Params().Len() || sig.Variadic() && i == sig.Params().Len()-1 {
			break
		}
		t := m.info.TypeOf(arg)
		if t == nil {
			continue
		}
		switch {
		case isStream(sig.Params().At(i).Type()):
			if made, memory := f.stream(arg, 0); made != nil {
				f.report(arg, made, Reader, memory)
			}
		case remote && summary.IsNamed(t, "net/http", "Request"):
			if made, memory := f.request(c, arg); made != nil {
				f.report(arg, made, Request, memory)
			}
		case remote:
			if made, memory := f.options(arg); made != nil {
				f.report(arg, made, Options, memory)
			}
		}
	}
}

func (f *stage) report(use ast.Expr, made ast.Node, what What, memory bool) {
	for _, r := range f.s.exchange.Reused {
		if r.Made == made {
			return
		}
	}
	f.s.exchange.Reused = append(f.s.exchange.Reused, Reuse{Use: use, Made: made, What: what, Memory: memory})
}

// remote reports whether a call sends what it is given to somebody else.
func (f *stage) remote(c *ast.CallExpr) bool {
	return f.u.entry(c).Place == knowledge.Remote
}

// makesRequest reports whether a call makes a request, whose body is read when
// the request is sent.
func (m *Model) makesRequest(c *ast.CallExpr) bool {
	fn := m.sums.Callee(c)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "net/http" && strings.HasPrefix(fn.Name(), "NewRequest")
}

// goesOn reports whether something that happens after a call leads to another
// attempt.
func (f *stage) goesOn(c *ast.CallExpr) bool {
	r := f.s.region
	if r == nil {
		return true
	}
	p, ok := r.placedCall(c)
	if !ok {
		return true // in a literal that the loop runs
	}
	return r.runFrom(r.u.graph.Blocks[p.block], p.node, func(*ast.CallExpr) outcome { return free }, nil).back
}

// isStream reports whether a type is io.Reader or one that is read like it, and
// that says nothing of going back to the start.
func isStream(t types.Type) bool {
	return summary.IsNamed(t, "io", "Reader") || summary.IsNamed(t, "io", "ReadCloser")
}

// isReadable reports whether a variable of this type is used up by reading, and
// stays so: an interface of package io, a file, or a reader of memory.
func isReadable(t types.Type) bool {
	for _, name := range [...]string{"Reader", "ReadCloser", "ReadSeeker", "ReadSeekCloser"} {
		if summary.IsNamed(t, "io", name) {
			return true
		}
	}
	return isMemory(t) || summary.IsNamed(t, "os", "File") || summary.IsNamed(t, "mime/multipart", "File")
}

// isMemory reports whether a type reads from memory.
func isMemory(t types.Type) bool {
	return summary.IsNamed(t, "bytes", "Buffer") || summary.IsNamed(t, "bytes", "Reader") || summary.IsNamed(t, "strings", "Reader")
}

// stream says where the stream that an expression names was made, if that was
// before the site and nothing sets it back for each attempt.
func (f *stage) stream(e ast.Expr, depth int) (made ast.Node, memory bool) {
	m := f.m
	e = ast.Unparen(e)
	if c, ok := e.(*ast.CallExpr); ok { // io.NopCloser(r), io.LimitReader(r, n), io.Reader(r)
		if depth > 3 || len(c.Args) == 0 || !f.wraps(c) {
			return nil, false
		}
		for _, a := range c.Args {
			if made, _ := f.stream(a, depth+1); made != nil {
				return made, false
			}
		}
		return nil, false
	}
	if a, ok := e.(*ast.UnaryExpr); ok && a.Op == token.AND {
		e = ast.Unparen(a.X) // &buf
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil, false
	}
	v, ok := m.object(id).(*types.Var)
	if !ok || v.IsField() || !isReadable(v.Type()) || !f.outside(v) || f.setBack(v) {
		return nil, false
	}
	return f.origin(v, depth)
}

// wraps reports whether a call gives back a reader that reads from its argument.
func (f *stage) wraps(c *ast.CallExpr) bool {
	if f.m.info.Types[c.Fun].IsType() {
		return true
	}
	fn := f.m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "io", "io/ioutil", "bufio":
		return fn.Name() != "ReadAll" && fn.Name() != "ReadFile"
	}
	return false
}

// origin says where the stream that a variable holds comes from: a parameter of
// the function, or what makes it. A variable that is also given streams of which
// nothing is known is left alone.
func (f *stage) origin(v *types.Var, depth int) (made ast.Node, memory bool) {
	if depth > 3 {
		return nil, false
	}
	memory = isMemory(v.Type())
	if f.u.isParam(v) {
		if memory || f.alwaysNil(v) {
			return nil, false
		}
		return span{v.Pos(), v.Pos() + token.Pos(len(v.Name()))}, false
	}
	for _, d := range f.before(v) {
		switch {
		case d.tok == token.VAR && d.rhs == nil:
			if memory { // var buf bytes.Buffer
				made = d.node
			}
			continue
		case d.rhs == nil:
			return nil, false
		}
		if f.m.info.Types[d.rhs].IsNil() || f.empty(d.rhs) {
			continue
		}
		src, mem := f.fresh(d, depth)
		if src == nil {
			return nil, false
		}
		made, memory = src, mem
	}
	return made, memory
}

// fresh says what makes a stream in a definition: a constructor of the standard
// library, or another stream.
func (f *stage) fresh(d def, depth int) (made ast.Node, memory bool) {
	m := f.m
	e := ast.Unparen(d.rhs)
	if a, ok := e.(*ast.UnaryExpr); ok && a.Op == token.AND {
		e = ast.Unparen(a.X)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		if isMemory(m.info.TypeOf(e)) {
			return e, true
		}
	case *ast.Ident:
		if v, ok := m.object(e).(*types.Var); ok && !v.IsField() && isReadable(v.Type()) {
			return f.origin(v, depth+1)
		}
	case *ast.CallExpr:
		if m.isBuiltin(e) { // new(bytes.Buffer)
			return e, isMemory(m.info.TypeOf(e))
		}
		if m.info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return f.fresh(def{rhs: e.Args[0]}, depth+1)
		}
		t := m.info.TypeOf(e)
		if tuple, ok := t.(*types.Tuple); ok && d.index < tuple.Len() {
			t = tuple.At(d.index).Type()
		}
		if isMemory(t) {
			return e, true
		}
		fn := m.sums.Callee(e)
		if fn == nil || fn.Pkg() == nil {
			return nil, false
		}
		switch fn.Pkg().Path() + "." + fn.Name() {
		case "os.Open", "os.OpenFile", "os.Create", "io.Pipe":
			return e, false
		case "io.NopCloser", "io/ioutil.NopCloser", "io.LimitReader", "io.TeeReader", "io.MultiReader", "bufio.NewReader":
			for _, a := range e.Args {
				if src, _ := f.fresh(def{rhs: a}, depth+1); src != nil {
					return src, false
				}
			}
		}
	}
	return nil, false
}

// empty reports whether an expression is http.NoBody.
func (f *stage) empty(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "NoBody"
}

// alwaysNil reports whether all calls of a function give nil for a parameter.
func (f *stage) alwaysNil(v *types.Var) bool {
	i := f.position(v)
	if i < 0 {
		return false
	}
	calls, all := f.m.callers(f.u.fn)
	for _, c := range calls {
		if i >= len(c.Args) || !f.m.info.Types[c.Args[i]].IsNil() && !f.empty(c.Args[i]) {
			return false
		}
	}
	return all
}

// position is the index of a parameter of the declared function, -1 if it is that
// of a literal.
func (f *stage) position(v *types.Var) int {
	if f.u.fn == nil {
		return -1
	}
	params := f.u.fn.Signature().Params()
	for i := range params.Len() {
		if params.At(i) == v {
			return i
		}
	}
	return -1
}

// setBack reports whether the site gives a variable another value, or sets back
// the stream that it holds: by Seek, by Reset, or by a function of another
// package that may do so.
func (f *stage) setBack(v *types.Var) bool {
	m := f.m
	found := false
	f.inspect(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				found = found || m.object(l) == v
			}
		case *ast.SelectorExpr:
			if m.object(n.X) == v {
				switch n.Sel.Name {
				case "Seek", "Reset", "Rewind", "Truncate", "Write", "WriteString", "ReadFrom":
					found = true
				}
			}
		case *ast.TypeAssertExpr:
			found = found || m.object(n.X) == v
		case *ast.CallExpr:
			name := strings.ToLower(summary.LastName(n.Fun))
			if strings.Contains(name, "rewind") || strings.Contains(name, "reset") || strings.Contains(name, "seek") {
				for _, a := range n.Args {
					found = found || m.object(addressed(a)) == v
				}
			}
			if i := m.argument(n, v); i >= 0 && m.seeks(n, i) {
				found = true
			}
		}
		return !found
	})
	return found
}

// argument is the position of a variable among the arguments of a call, -1 if it
// is none.
func (m *Model) argument(c *ast.CallExpr, v *types.Var) int {
	for i, a := range c.Args {
		if m.object(addressed(a)) == v {
			return i
		}
	}
	return -1
}

// seeks reports whether a function of this package sets back the stream that it
// is given, or looks if it can.
func (m *Model) seeks(c *ast.CallExpr, i int) bool {
	fn := m.bodyOf(m.sums.Callee(c))
	if fn == nil || i >= fn.Signature().Params().Len() {
		return false
	}
	p := fn.Signature().Params().At(i)
	found := false
	ast.Inspect(m.sums.Decl(fn).Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || m.object(n.X) == p && (n.Sel.Name == "Seek" || n.Sel.Name == "Reset")
		case *ast.TypeAssertExpr:
			found = found || m.object(n.X) == p
		case *ast.TypeSwitchStmt:
			found = found || m.object(switchedOn(n)) == p
		}
		return !found
	})
	return found
}

// inspect visits what belongs to the site: what is run again and, for the call of
// a retrier, its other arguments, which may be functions too.
func (f *stage) inspect(visit func(ast.Node) bool) {
	if f.literal != nil {
		ast.Inspect(f.literal, visit)
		ast.Inspect(f.s.Node, visit)
		return
	}
	ast.Inspect(f.root, func(n ast.Node) bool {
		return n != nil && f.overlaps(n) && visit(n)
	})
}

// overlaps reports whether a node is part of the site, or around it.
func (f *stage) overlaps(n ast.Node) bool {
	return n.Pos() < f.node.End() && n.End() > f.node.Pos()
}

// request says where a request was made that an attempt sends with a body, if
// that was before the site.
func (f *stage) request(c *ast.CallExpr, arg ast.Expr) (made ast.Node, memory bool) {
	m := f.m
	v := f.carried(arg, 0)
	if v == nil || f.rebuilds(v) {
		return nil, false
	}
	if f.u.isParam(v) {
		if !f.anyRequest(v) {
			return nil, false
		}
		return span{v.Pos(), v.Pos() + token.Pos(len(v.Name()))}, false
	}
	for _, d := range f.before(v) {
		nc, ok := callOf(d.rhs)
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
		if src, _ := f.fresh(def{rhs: body}, 0); src != nil {
			return src, false
		}
		if id, ok := ast.Unparen(body).(*ast.Ident); ok {
			if b, ok := m.object(id).(*types.Var); ok && !b.IsField() && isReadable(b.Type()) {
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
	if c, ok := callOf(e); ok && depth < 3 {
		sel, ok := c.Fun.(*ast.SelectorExpr)
		if ok && (sel.Sel.Name == "Clone" || sel.Sel.Name == "WithContext") && summary.IsNamed(m.info.TypeOf(sel.X), "net/http", "Request") {
			return f.carried(sel.X, depth+1)
		}
		return nil
	}
	v, ok := m.object(e).(*types.Var)
	if !ok || v.IsField() || depth > 3 {
		return nil
	}
	var inside []def
	for _, d := range f.u.definitions()[v] {
		if f.within(d.node) {
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
		if d.rhs == nil || d.multi || m.object(d.rhs) == v {
			return nil
		}
		src := f.carried2(d.rhs, v, depth+1)
		if src == nil || from != nil && from != src {
			return nil
		}
		from = src
	}
	return from
}

// carried2 follows one definition of a request that a site makes of another.
func (f *stage) carried2(e ast.Expr, self *types.Var, depth int) *types.Var {
	if c, ok := callOf(e); ok {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && f.m.object(sel.X) == self {
			if (sel.Sel.Name == "Clone" || sel.Sel.Name == "WithContext") && f.outside(self) {
				return self // req = req.WithContext(ctx)
			}
			return nil
		}
	}
	return f.carried(e, depth)
}

// rebuilds reports whether the function takes care of the body of a request: it
// names GetBody, gives a request another body in the site, looks at the body to
// decide, or calls something that says that it does.
func (f *stage) rebuilds(v *types.Var) bool {
	m := f.m
	found := false
	ast.Inspect(f.u.root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if n.Sel.Name == "GetBody" {
				found = true
			}
			if n.Sel.Name == "Body" && f.u.isParam(v) && summary.IsNamed(m.info.TypeOf(n.X), "net/http", "Request") {
				found = true
			}
		case *ast.AssignStmt:
			if !f.within(n) {
				return true
			}
			for _, l := range n.Lhs {
				if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && sel.Sel.Name == "Body" && summary.IsNamed(m.info.TypeOf(sel.X), "net/http", "Request") {
					found = true
				}
			}
		case *ast.CallExpr:
			if !m.usesAnyArg(n, map[types.Object]bool{v: true}) {
				return true
			}
			name := strings.ToLower(summary.LastName(n.Fun))
			for _, word := range [...]string{"rewind", "reset", "body", "clone", "copy", "replay", "restore", "idempot", "retryable"} {
				found = found || strings.Contains(name, word)
			}
			if fn := m.bodyOf(m.sums.Callee(n)); fn != nil && fn != f.u.fn {
				found = found || m.looksAtBody(m.sums.Decl(fn).Body, 0)
			}
		}
		return !found
	})
	return found
}

// looksAtBody reports whether a function has to do with the body of a request.
func (m *Model) looksAtBody(body ast.Node, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "GetBody" || n.Sel.Name == "Body" && summary.IsNamed(m.info.TypeOf(n.X), "net/http", "Request")
		case *ast.CallExpr:
			if depth < 2 && m.usesAnyArg(n, nil) {
				if fn := m.bodyOf(m.sums.Callee(n)); fn != nil {
					found = found || m.looksAtBody(m.sums.Decl(fn).Body, depth+1)
				}
			}
		}
		return !found
	})
	return found
}

// anyRequest reports whether a function is given requests of which some have a
// body: it sends whatever it is given, as a RoundTripper does, or a caller in
// this package gives it one with a body.
func (f *stage) anyRequest(v *types.Var) bool {
	m := f.m
	if f.u.fn == nil || m.looksAtMethod(f.u.root, map[types.Object]bool{v: true}, 0) {
		return false
	}
	sig := f.u.fn.Signature()
	if summary.SendsRequest(sig) && (f.u.fn.Name() == "RoundTrip" || f.u.fn.Exported()) {
		return true
	}
	i := f.position(v)
	for _, file := range m.pass.Files {
		if m.isTestFile(file) || i < 0 {
			continue
		}
		for _, root := range m.roots(file) {
			caller := stage{m: m, s: f.s, u: root, node: root.body}
			for _, c := range callsIn(root.body) {
				if m.sums.Callee(c) != f.u.fn || i >= len(c.Args) {
					continue
				}
				for _, d := range root.definitions()[m.object(c.Args[i])] {
					if nc, ok := callOf(d.rhs); ok {
						if made, memory := caller.bodyOfNew(nc); made != nil && !memory {
							return true
						}
					}
				}
			}
		}
	}
	return false
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
	if !m.makesRequest(c) {
		fn := m.bodyOf(m.sums.Callee(c))
		if fn == nil || m.sums.OfCall(c).Method == nil || m.looksAtBody(m.sums.Decl(fn).Body, 0) {
			return nil, false
		}
	}
	sig, ok := m.signature(c)
	if !ok {
		return nil, false
	}
	for i, a := range c.Args {
		if i >= sig.Params().Len() || !isStream(sig.Params().At(i).Type()) || m.info.Types[a].IsNil() || f.empty(a) {
			continue
		}
		if id, ok := ast.Unparen(addressed(a)).(*ast.Ident); ok {
			v, ok := m.object(id).(*types.Var)
			if !ok || v.IsField() || !isReadable(v.Type()) {
				return nil, false
			}
			return f.origin(v, 0)
		}
		return f.fresh(def{rhs: a}, 0)
	}
	return nil, false
}

// bodies lists what is assigned to the Body of a request outside the site.
func (f *stage) bodies(v *types.Var) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(f.u.root, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) || a.Pos() >= f.node.Pos() {
			return true
		}
		for i, l := range a.Lhs {
			if sel, ok := ast.Unparen(l).(*ast.SelectorExpr); ok && sel.Sel.Name == "Body" && f.m.object(sel.X) == v && !f.m.info.Types[a.Rhs[i]].IsNil() {
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
	r := f.s.region
	if r == nil {
		return false
	}
	p, ok := r.placedCall(c)
	if !ok {
		return false
	}
	w := func(x *ast.CallExpr) outcome {
		if x == c {
			return failure
		}
		return success
	}
	return !r.runFrom(r.u.graph.Blocks[p.block], p.node, w, nil).back
}

// options says where a stream was made that is in a struct which an attempt is
// given, if both were made before the site.
func (f *stage) options(arg ast.Expr) (made ast.Node, memory bool) {
	m := f.m
	arg = ast.Unparen(addressed(arg))
	if lit, ok := arg.(*ast.CompositeLit); ok {
		return f.fields(lit, func(e ast.Expr) (ast.Node, bool) { return f.stream(e, 0) })
	}
	id, ok := arg.(*ast.Ident)
	if !ok {
		return nil, false
	}
	v, ok := m.object(id).(*types.Var)
	if !ok || v.IsField() || f.u.isParam(v) {
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
	var last def // what the struct was before the site
	for _, d := range f.u.definitions()[v] {
		if isOutside && f.within(d.node) {
			return nil, false
		}
		if d.rhs != nil && (!isOutside || d.node.Pos() < f.node.Pos()) {
			last = d
		}
	}
	if last.node == nil {
		return nil, false
	}
	if lit, ok := ast.Unparen(addressed(last.rhs)).(*ast.CompositeLit); ok {
		if made, memory = f.fields(lit, value); made != nil {
			return made, memory
		}
	}
	for _, a := range f.assignedFields(v, last.node.Pos()) {
		if made, memory = value(a); made != nil {
			return made, memory
		}
	}
	return nil, false
}

// before lists the assignments to a variable that were made when the site began.
func (f *stage) before(v *types.Var) []def {
	var out []def
	for _, d := range f.u.definitions()[v] {
		if d.node.Pos() < f.node.Pos() || !f.outside(v) {
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
	e = ast.Unparen(addressed(e))
	if id, ok := e.(*ast.Ident); ok {
		v, ok := f.m.object(id).(*types.Var)
		if !ok || v.IsField() || !isReadable(v.Type()) || f.setBack(v) {
			return nil, false
		}
		return f.origin(v, 0)
	}
	return f.fresh(def{rhs: e}, 0)
}

// fields looks for a stream among the values of a struct's fields.
func (f *stage) fields(lit *ast.CompositeLit, value func(ast.Expr) (ast.Node, bool)) (made ast.Node, memory bool) {
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok && summary.LastName(kv.Key) == "GetBody" && !f.m.info.Types[kv.Value].IsNil() {
			return nil, false // the client makes the stream anew
		}
	}
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		field, ok := f.m.object(kv.Key).(*types.Var)
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
	ast.Inspect(f.u.root, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) || a.Pos() < from || a.Pos() >= f.node.Pos() && f.outside(v) {
			return true
		}
		for i, l := range a.Lhs {
			sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
			if !ok || f.m.object(sel.X) != v {
				continue
			}
			if field, ok := f.m.object(sel).(*types.Var); ok && f.consumedField(field) && !f.m.info.Types[a.Rhs[i]].IsNil() {
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
				if ok && f.m.object(sel.X) == v {
					if field, ok := f.m.object(sel).(*types.Var); ok && f.consumedField(field) {
						found = true
					}
				}
			}
		}
		return !found
	})
	return found
}
