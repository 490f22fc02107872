package exchange

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/retryvet/retryvet/internal/flow"
	"github.com/retryvet/retryvet/internal/knowledge"
	"github.com/retryvet/retryvet/internal/site"
	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/world"
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
func reuses(m *flow.Package, s *site.Site) []Reuse {
	if s.Max == 1 {
		return nil
	}
	f := stage{m: m, r: s.Region, u: s.Unit, node: s.Node}
	switch {
	case s.Region != nil:
		f.u = s.Region.U
		if _, ok := s.Node.(*ast.LabeledStmt); ok {
			f.node = site.Span{From: s.Region.From, To: s.Region.To}
			f.root = s.Region.U.Body
		}
	case s.Op == nil:
		return nil // a recursion is given its arguments as they are
	default:
		lit := world.Literal(s.Unit, s.Op)
		if lit == nil {
			return nil
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
		if c, ok := n.(*ast.CallExpr); ok && !m.Info.Types[c.Fun].IsType() && !world.IsBuiltin(m, c) {
			f.call(c)
		}
		return true
	})
	return f.reused
}

// stage is the code that a site runs again, for questions about what it is given
// from outside.
type stage struct {
	m       *flow.Package
	r       *flow.Region // what a loop repeats, nil for other code
	u       *flow.Unit
	node    ast.Node // all that belongs to the site
	root    ast.Node // what is run again
	literal *ast.FuncLit
	reused  []Reuse // found so far
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
		return flow.Within(n, f.literal)
	}
	return flow.Within(n, f.node)
}

// call looks at what one call is given.
func (f *stage) call(c *ast.CallExpr) {
	m := f.m
	sig, ok := world.Signature(m, c)
	if !ok {
		return
	}
	makes := makesRequest(m, c)
	remote := f.remote(c)
	if !makes && !remote || !f.goesOn(c) {
		return
	}
	for i, arg := range c.Args {
		if i >= sig.Params().Len() || sig.Variadic() && i == sig.Params().Len()-1 {
			break
		}
		t := m.Info.TypeOf(arg)
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
	for _, r := range f.reused {
		if r.Made == made {
			return
		}
	}
	f.reused = append(f.reused, Reuse{Use: use, Made: made, What: what, Memory: memory})
}

// remote reports whether a call sends what it is given to somebody else.
func (f *stage) remote(c *ast.CallExpr) bool {
	return world.Entry(f.u, c).Place.Leaves()
}

// makesRequest reports whether a call makes a request, whose body is read when
// the request is sent.
func makesRequest(m *flow.Package, c *ast.CallExpr) bool {
	fn := m.Sums.Callee(c)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "net/http" && strings.HasPrefix(fn.Name(), "NewRequest")
}

// goesOn reports whether something that happens after a call leads to another
// attempt.
func (f *stage) goesOn(c *ast.CallExpr) bool {
	r := f.r
	if r == nil {
		return true
	}
	p, ok := world.PlacedCall(r, c)
	if !ok {
		return true // in a literal that the loop runs
	}
	return world.Run(r, func(*ast.CallExpr) world.Outcome { return world.Free }, world.At(r, p)).Back
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
	v, ok := m.Object(id).(*types.Var)
	if !ok || v.IsField() || !isReadable(v.Type()) || !f.outside(v) || f.setBack(v) {
		return nil, false
	}
	return f.origin(v, depth)
}

// wraps reports whether a call gives back a reader that reads from its argument.
func (f *stage) wraps(c *ast.CallExpr) bool {
	if f.m.Info.Types[c.Fun].IsType() {
		return true
	}
	fn := f.m.Sums.Callee(c)
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
	if world.IsParam(f.u, v) {
		if memory || f.alwaysNil(v) {
			return nil, false
		}
		return site.Span{From: v.Pos(), To: v.Pos() + token.Pos(len(v.Name()))}, false
	}
	for _, d := range f.before(v) {
		switch {
		case d.Tok == token.VAR && d.Rhs == nil:
			if memory { // var buf bytes.Buffer
				made = d.Node
			}
			continue
		case d.Rhs == nil:
			return nil, false
		}
		if f.m.Info.Types[d.Rhs].IsNil() || f.empty(d.Rhs) {
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
func (f *stage) fresh(d flow.Def, depth int) (made ast.Node, memory bool) {
	m := f.m
	e := ast.Unparen(d.Rhs)
	if a, ok := e.(*ast.UnaryExpr); ok && a.Op == token.AND {
		e = ast.Unparen(a.X)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		if isMemory(m.Info.TypeOf(e)) {
			return e, true
		}
	case *ast.Ident:
		if v, ok := m.Object(e).(*types.Var); ok && !v.IsField() && isReadable(v.Type()) {
			return f.origin(v, depth+1)
		}
	case *ast.CallExpr:
		if world.IsBuiltin(m, e) { // new(bytes.Buffer)
			return e, isMemory(m.Info.TypeOf(e))
		}
		if m.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return f.fresh(flow.Def{Rhs: e.Args[0]}, depth+1)
		}
		t := m.Info.TypeOf(e)
		if tuple, ok := t.(*types.Tuple); ok && d.Index < tuple.Len() {
			t = tuple.At(d.Index).Type()
		}
		if isMemory(t) {
			return e, true
		}
		fn := m.Sums.Callee(e)
		if fn == nil || fn.Pkg() == nil {
			return nil, false
		}
		switch fn.Pkg().Path() + "." + fn.Name() {
		case "os.Open", "os.OpenFile", "os.Create", "io.Pipe":
			return e, false
		case "io.NopCloser", "io/ioutil.NopCloser", "io.LimitReader", "io.TeeReader", "io.MultiReader", "bufio.NewReader":
			for _, a := range e.Args {
				if src, _ := f.fresh(flow.Def{Rhs: a}, depth+1); src != nil {
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
	calls, all := f.m.Callers(f.u.Fn)
	for _, c := range calls {
		if i >= len(c.Args) || !f.m.Info.Types[c.Args[i]].IsNil() && !f.empty(c.Args[i]) {
			return false
		}
	}
	return all
}

// position is the index of a parameter of the declared function, -1 if it is that
// of a literal.
func (f *stage) position(v *types.Var) int {
	if f.u.Fn == nil {
		return -1
	}
	params := f.u.Fn.Signature().Params()
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
				found = found || m.Object(l) == v
			}
		case *ast.SelectorExpr:
			if m.Object(n.X) == v {
				switch n.Sel.Name {
				case "Seek", "Reset", "Rewind", "Truncate", "Write", "WriteString", "ReadFrom":
					found = true
				}
			}
		case *ast.TypeAssertExpr:
			found = found || m.Object(n.X) == v
		case *ast.CallExpr:
			if name := summary.LastName(n.Fun); knowledge.Rewinds(name) && !knowledge.Logs(name) {
				for _, a := range n.Args {
					found = found || m.Object(world.Addressed(a)) == v
				}
			}
			if i := argument(m, n, v); i >= 0 && seeks(m, n, i) {
				found = true
			}
		}
		return !found
	})
	return found
}

// argument is the position of a variable among the arguments of a call, -1 if it
// is none.
func argument(m *flow.Package, c *ast.CallExpr, v *types.Var) int {
	for i, a := range c.Args {
		if m.Object(world.Addressed(a)) == v {
			return i
		}
	}
	return -1
}

// seeks reports whether a function of this package sets back the stream that it
// is given, or looks if it can.
func seeks(m *flow.Package, c *ast.CallExpr, i int) bool {
	fn := world.BodyOf(m, m.Sums.Callee(c))
	if fn == nil || i >= fn.Signature().Params().Len() {
		return false
	}
	p := fn.Signature().Params().At(i)
	found := false
	ast.Inspect(m.Sums.Decl(fn).Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || m.Object(n.X) == p && (n.Sel.Name == "Seek" || n.Sel.Name == "Reset")
		case *ast.TypeAssertExpr:
			found = found || m.Object(n.X) == p
		case *ast.TypeSwitchStmt:
			found = found || m.Object(flow.SwitchedOn(n)) == p
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
		ast.Inspect(f.node, visit)
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
