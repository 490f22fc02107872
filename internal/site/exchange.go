package site

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/cfg"

	"github.com/retryvet/retryvet/internal/summary"
)

// Exchange is what a site does with the HTTP requests that it sends and the
// responses that it gets.
type Exchange struct {
	Leaks    []Leak    // responses left open on the way to the next attempt
	Reused   []Reuse   // what was made once and is used up by the first attempt
	Unheeded *Unheeded // an answer that asks for patience, and is not read
}

// Exchange is what the site does over HTTP.
func (s *Site) Exchange() *Exchange {
	defer s.unit.m.ask(s)()
	s.unit.m.exchanges()
	return &s.exchange
}

// Resent lists the requests that a function sends a second time, without a loop.
func (m *Package) Resent() []Reuse {
	m.asking.Lock()
	defer m.asking.Unlock()
	m.exchanges()
	return Notes[exchangeNotes](m).resent
}

// exchanges looks at the HTTP of all sites, once a check asks: nobody asks about
// the packages that are only analysed on the way.
func (m *Package) exchanges() {
	if Notes[exchangeNotes](m).exchanged {
		return
	}
	Notes[exchangeNotes](m).exchanged = true
	http := m.imports("net/http")
	if http {
		for _, file := range m.pass.Files {
			for _, root := range m.roots(file) {
				m.resends(root)
			}
		}
	}
	for _, s := range modelOf(m).Sites {
		if s.Kind == CAS {
			continue
		}
		if s.region != nil {
			s.region.steps = 0 // each has all the steps, whatever was asked before
		}
		m.reuses(s)
		if !http {
			continue
		}
		rounds := m.rounds(s)
		m.leaks(s, rounds)
		m.throttles(s, rounds)
	}
}

// round is code that runs in each attempt of a site: the loop itself, or the
// whole body of a function that an attempt runs.
type round struct {
	r *region
	// attempt is the call of the site that runs the function; nil for the site's
	// own code.
	attempt *ast.CallExpr
	// next is the call by which a recursion makes the next attempt.
	next *ast.CallExpr
	// loop is set where the next attempt begins at the region's head.
	loop bool
	// again is set where a function says by (false, nil) that it wants to be
	// called again, and ends by an error.
	again bool
}

// node is the syntax that holds the code.
func (f round) node() ast.Node {
	if _, ok := f.r.node.(*ast.LabeledStmt); ok {
		return f.r.u.body // a goto's cycle goes beyond its label's statement
	}
	return f.r.node
}

// maxRounds bounds how many function bodies are followed for one site.
const maxRounds = 12

// rounds lists the code that a site runs in each attempt: its own, and the
// functions of this package that its attempts call, two calls deep.
func (m *Package) rounds(s *Site) []round {
	var out []round
	seen := map[ast.Node]bool{}
	add := func(u *unit, f round) bool {
		if u == nil || seen[u.node] || len(out) >= maxRounds {
			return false
		}
		seen[u.node] = true
		if f.r = m.whole(u); f.r == nil {
			return false
		}
		out = append(out, f)
		return true
	}
	callees := func(c *ast.CallExpr) {
		fn := m.bodyOf(m.sums.Callee(c))
		if fn == nil || !add(m.unitOf(s.File, m.sums.Decl(fn), fn), round{attempt: c}) {
			return
		}
		for _, inner := range out[len(out)-1].r.calls() {
			if fn := m.bodyOf(m.sums.Callee(inner.call)); fn != nil && m.signals(inner.call) {
				add(m.unitOf(s.File, m.sums.Decl(fn), fn), round{attempt: c})
			}
		}
	}
	switch {
	case s.region != nil:
		out = append(out, round{r: s.region, loop: true})
		seen[s.unit.node] = true
	case s.Kind == Recursive:
		c, _ := s.Node.(*ast.CallExpr)
		add(s.unit, round{next: c})
	case s.op != nil:
		again := s.retrier != nil && s.retrier.Poll
		if lit := s.unit.literal(s.op); lit != nil {
			add(s.unit.literalUnit(lit), round{again: again})
		} else if fn, ok := m.object(s.op).(*types.Func); ok && m.bodyOf(fn) != nil {
			add(m.unitOf(s.File, m.sums.Decl(fn), fn), round{again: again})
		}
	}
	for _, a := range s.Attempts {
		if a.Literal != nil {
			if lit := s.unit.literal(a.Call.Fun); lit != nil {
				add(s.unit.literalUnit(lit), round{attempt: a.Call})
			}
			continue
		}
		if s.unit.fn != nil && a.Callee == s.unit.fn {
			continue
		}
		callees(a.Call)
	}
	return out
}

// bodyOf is the function itself or, for a method of an interface, the only one
// that implements it here; nil if its source is not in this package.
func (m *Package) bodyOf(fn *types.Func) *types.Func {
	if fn == nil {
		return nil
	}
	if summary.IsInterfaceMethod(fn) {
		fn = m.sums.Implementation(fn)
	}
	if m.sums.Decl(fn) == nil {
		return nil
	}
	return fn
}

// literalUnit is a function literal of a unit as a unit of its own.
func (u *unit) literalUnit(lit *ast.FuncLit) *unit {
	return &unit{m: u.m, file: u.file, root: u.root, fn: u.fn, name: u.name, node: lit, typ: lit.Type, body: lit.Body}
}

// whole is the body of a function as a region, with its graph; nil if it is too
// large.
func (m *Package) whole(u *unit) *region {
	if r, ok := m.bodies[u.node]; ok {
		return r
	}
	r := &region{u: u, node: u.body, from: u.body.Pos(), to: u.body.End(), blocks: map[*cfg.Block]bool{}}
	for _, b := range u.cfg().Blocks {
		if b.Live {
			r.blocks[b] = true
			r.order = append(r.order, b)
		}
	}
	if len(r.order) == 0 || len(r.order) > tooLarge {
		r = nil
	} else {
		r.head = r.order[0]
	}
	m.bodies[u.node] = r
	return r
}

// answer is a call that gives back an HTTP response, and the variable that holds
// it.
type answer struct {
	placed
	resp  *types.Var // nil if the response is not kept
	index int        // of the response among the results
}

// responses lists the calls of a region that give back an HTTP response.
func (r *region) responses() []answer {
	var out []answer
	for _, c := range r.calls() {
		sig, ok := r.u.m.signature(c.call)
		if !ok {
			continue
		}
		for i := range sig.Results().Len() {
			if isResponse(sig.Results().At(i).Type()) {
				out = append(out, answer{placed: c, resp: r.keptBy(c, i), index: i})
				break
			}
		}
	}
	return out
}

// keptBy is the local variable that a result of a call is assigned to.
func (r *region) keptBy(c placed, i int) *types.Var {
	var lhs []ast.Expr
	switch n := r.u.graph.Blocks[c.block].Nodes[c.node].(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) == 1 && ast.Unparen(n.Rhs[0]) == ast.Expr(c.call) {
			lhs = n.Lhs
		}
	case *ast.ValueSpec:
		if len(n.Values) == 1 && ast.Unparen(n.Values[0]) == ast.Expr(c.call) {
			for _, id := range n.Names {
				lhs = append(lhs, id)
			}
		}
	}
	if i >= len(lhs) {
		return nil
	}
	v, ok := r.u.m.object(lhs[i]).(*types.Var)
	if !ok || v.IsField() || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

// client says where an HTTP response comes from.
type client uint8

const (
	foreign  client = iota // a library of which nothing is known
	plain                  // net/http, or what behaves like it
	patient                // a client that retries by itself and obeys Retry-After
	enclosed               // a function of this package that gives on what it got
)

// clientOf says where the response of a call comes from.
func (m *Package) clientOf(c *ast.CallExpr) client {
	fn := m.sums.Callee(c)
	if fn != nil && fn.Pkg() != nil {
		path := fn.Pkg().Path()
		for _, lib := range [...]string{"go-retryablehttp", "sethgrid/pester", "gojek/heimdall"} {
			if strings.Contains(path, lib) {
				return patient
			}
		}
		if path == "net/http" {
			return plain
		}
		if m.bodyOf(fn) != nil && !isRoundTrip(fn) {
			return enclosed
		}
	}
	if sig, ok := m.signature(c); ok && summary.SendsRequest(sig) {
		return plain
	}
	return foreign
}

func isRoundTrip(fn *types.Func) bool {
	return fn.Name() == "RoundTrip" && summary.SendsRequest(fn.Signature())
}

// opens reports whether whoever makes a call has to close the response that it
// gives back: it comes from net/http itself, or from a function of this package
// that does not close it.
func (m *Package) opens(c *ast.CallExpr, depth int) bool {
	switch m.clientOf(c) {
	case plain, patient:
		fn := m.sums.Callee(c)
		return fn == nil || fn.Name() != "Head" // has no body
	case enclosed:
		fn := m.bodyOf(m.sums.Callee(c))
		return depth < 3 && m.givesOpen(m.sums.Decl(fn), depth+1)
	}
	return false
}

// givesOpen reports whether a function returns a response that it got and does
// not close.
func (m *Package) givesOpen(decl *ast.FuncDecl, depth int) bool {
	open := map[types.Object]bool{}
	closed := map[types.Object]bool{}
	given := map[types.Object]bool{}
	direct := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.AssignStmt:
			if c, ok := callOf(n.Rhs[0]); ok && len(n.Rhs) == 1 && !m.info.Types[c.Fun].IsType() {
				for _, l := range n.Lhs {
					if t := m.info.TypeOf(l); t != nil && isResponse(t) && m.opens(c, depth) {
						open[m.object(l)] = true
					}
				}
			}
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Close" {
				if body, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok {
					closed[m.object(body.X)] = true
				}
			}
			for _, a := range n.Args {
				if m.closesArgument(n, a, 0) {
					closed[m.rootOf(a)] = true
				}
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				given[m.object(e)] = true
				if c, ok := callOf(e); ok && m.givesResponse(c) && m.opens(c, depth) {
					direct = true
				}
			}
		}
		return true
	})
	for obj := range open {
		if obj != nil && given[obj] && !closed[obj] {
			return true
		}
	}
	return direct
}

// givesResponse reports whether a call has an HTTP response among its results.
func (m *Package) givesResponse(c *ast.CallExpr) bool {
	sig, ok := m.signature(c)
	if !ok {
		return false
	}
	for i := range sig.Results().Len() {
		if isResponse(sig.Results().At(i).Type()) {
			return true
		}
	}
	return false
}

// rootOf is the variable that an argument such as resp or resp.Body names.
func (m *Package) rootOf(e ast.Expr) types.Object {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return m.object(sel.X)
	}
	return m.object(e)
}

// closesArgument reports whether a function closes a response or the body of one
// that it is given, or may do so: what is not known may.
func (m *Package) closesArgument(c *ast.CallExpr, arg ast.Expr, depth int) bool {
	t := m.info.TypeOf(arg)
	if t == nil || !isResponse(t) && !m.isBodyOfResponse(arg) {
		return false
	}
	fn := m.sums.Callee(c)
	if fn == nil || fn.Pkg() == nil {
		return !m.isBuiltin(c)
	}
	switch fn.Pkg().Path() {
	case "io", "io/ioutil", "bufio", "encoding/json", "encoding/xml", "encoding/csv", "compress/gzip", "compress/zlib", "compress/flate",
		"fmt", "log", "log/slog", "net/http/httputil", "bytes", "strings", "errors", "mime/multipart", "hash", "encoding/binary":
		return fn.Name() == "NopCloser" // whoever gets it goes on with it
	}
	decl := m.sums.Decl(fn)
	if decl == nil || depth > 2 {
		return true
	}
	i := slices.Index(c.Args, arg)
	sig := fn.Signature()
	if i < 0 || i >= sig.Params().Len() || sig.Variadic() && i >= sig.Params().Len()-1 {
		return true
	}
	v := sig.Params().At(i)
	uses := m.usesOf(decl.Body, v, depth+1)
	return uses.closes || uses.escapes
}

// isBodyOfResponse reports whether an expression is resp.Body.
func (m *Package) isBodyOfResponse(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Body" {
		return false
	}
	t := m.info.TypeOf(sel.X)
	return t != nil && (isResponse(t) || summary.IsNamed(t, "net/http", "Response"))
}

// uses says what code does with a response.
type uses struct {
	closes  bool // it closes the body
	escapes bool // it hands the response on, or keeps it where others see it
	reads   bool // it reads the body
}

// usesOf says what a piece of code does with a response, or with the body of one,
// that a variable holds. Literals count: they may run at any time.
func (m *Package) usesOf(root ast.Node, v *types.Var, depth int) uses {
	var u uses
	isBody := !isResponse(v.Type())
	var stack []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if id, ok := n.(*ast.Ident); ok && m.info.Uses[id] == v {
			m.useAt(id, stack, isBody, depth, &u)
		}
		stack = append(stack, n)
		return true
	})
	return u
}

// useAt judges one mention of a response by the nodes around it, the innermost
// last.
func (m *Package) useAt(id *ast.Ident, stack []ast.Node, isBody bool, depth int, u *uses) {
	var e ast.Expr = id
	next := func() ast.Node {
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if p, ok := n.(*ast.ParenExpr); ok {
				e = p
				continue
			}
			return n
		}
		return nil
	}
	n := next()
	if sel, ok := n.(*ast.SelectorExpr); ok && !isBody {
		if sel.Sel.Name != "Body" {
			return // a status, a header, a method of the response
		}
		isBody, e = true, sel
		n = next()
	}
	switch n := n.(type) {
	case *ast.SelectorExpr:
		u.closes = u.closes || n.Sel.Name == "Close"
		u.reads = u.reads || n.Sel.Name != "Close"
	case *ast.BinaryExpr: // a comparison with nil
	case *ast.CallExpr:
		switch {
		case m.closesArgument(n, e, depth):
			u.closes = true
		case isBody && !m.discards(n):
			u.reads = true
		}
	case *ast.AssignStmt:
		u.escapes = u.escapes || !slices.Contains(n.Lhs, e) && !allBlank(n.Lhs)
	case *ast.TypeSwitchStmt, *ast.ExprStmt:
	default:
		u.escapes = true
	}
}

// discards reports whether a call throws away what it reads.
func (m *Package) discards(c *ast.CallExpr) bool {
	for _, a := range c.Args {
		if name := summary.LastName(a); name == "Discard" {
			return true
		}
	}
	return false
}

func allBlank(exprs []ast.Expr) bool {
	for _, e := range exprs {
		if !isBlank(e) {
			return false
		}
	}
	return true
}

// exchangeNotes is what the questions about HTTP keep of a package.
type exchangeNotes struct {
	exchanged bool    // see exchanges
	resent    []Reuse // see Resent
}
